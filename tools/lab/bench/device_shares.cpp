#include "lab/bench/device_shares.h"

#include <algorithm>
#include <numeric>

namespace pn::bench {
namespace {

constexpr double kPart = 0.9;        // of its share that a device takes at once; the rest evens out what was misjudged
constexpr double kPartUnknown = 0.5; // the same while speeds are not known
constexpr std::uint32_t kTimedLeast = 2; // pieces of the smallest size that are long enough to time

} // namespace

void DeviceShares::begin(std::uint32_t count)
{
    const std::lock_guard lock(m_mutex);
    m_count = count;
    m_next = 0;
    m_hasLeft.assign(m_hasLeft.size(), false);
}

DeviceShares::Piece DeviceShares::take(std::size_t device)
{
    const std::lock_guard lock(m_mutex);
    m_hasLeft[device] = false;
    const Piece piece{m_next, countFor(device, m_count - m_next)};
    m_next += piece.count;
    m_hasLeft[device] = piece.count == 0;
    return piece;
}

void DeviceShares::done(std::size_t device, std::uint32_t count, double seconds)
{
    const std::lock_guard lock(m_mutex);
    if (seconds > 0 && (m_speeds[device] == 0 || count >= kTimedLeast * m_least))
        m_speeds[device] = count / seconds;
}

std::vector<double> DeviceShares::presentSpeeds() const
{
    std::vector<double> speeds;
    for (std::size_t device = 0; device < m_speeds.size(); ++device)
        if (!m_hasLeft[device])
            speeds.push_back(m_speeds[device]);
    return speeds;
}

std::uint32_t DeviceShares::countFor(std::size_t device, std::uint32_t left) const
{
    const std::vector<double> speeds = presentSpeeds(); // this device's among them
    const auto [slowest, fastest] = std::minmax_element(speeds.begin(), speeds.end());
    const bool areKnown = *slowest > 0;
    const double own = m_speeds[device];
    const double part = areKnown ? kPart * own / std::accumulate(speeds.begin(), speeds.end(), 0.0)
                                 : kPartUnknown / double(speeds.size());
    const std::uint32_t count = std::max(std::uint32_t(left * part), std::min(m_least, left));
    // A device that takes longer for its piece than the fastest for all that is left would keep the others waiting.
    if (areKnown && count / own > left / *fastest)
        return 0;
    return left - count < m_least / 2 ? left : count;
}

} // namespace pn::bench
