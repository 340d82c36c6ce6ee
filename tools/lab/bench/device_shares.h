#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace pn::bench {

// Divides work among devices that take some of it whenever they are free. A call costs time of its own, so there should
// be few; and all devices should end at the same time. Once each has been timed beside the others, a device takes most
// of its share by speed at once; before, half of its even share. Any thread may call.
class DeviceShares
{
public:
    // least: the smallest piece that is worth a call.
    DeviceShares(std::size_t devices, std::uint32_t least) : m_least(least), m_speeds(devices), m_hasLeft(devices) {}

    struct Piece
    {
        std::uint32_t first = 0, count = 0; // count: 0 where there is nothing more for that device
    };

    void begin(std::uint32_t count); // of all work; speeds are kept from the work before
    Piece take(std::size_t device);
    void done(std::size_t device, std::uint32_t count, double seconds);

private:
    std::vector<double> presentSpeeds() const; // of the devices that have not left
    std::uint32_t countFor(std::size_t device, std::uint32_t left) const;

    std::mutex m_mutex;
    std::uint32_t m_count = 0, m_next = 0;
    std::uint32_t m_least;
    std::vector<double> m_speeds; // of the last large piece; 0: not known
    std::vector<bool> m_hasLeft;  // was given nothing since begin(); never all of them while work is left
};

} // namespace pn::bench
