#pragma once

#include <cstddef>
#include <cstdint>

// Every threshold of the checking, with its reason. tests/witness/check_study.py measures what they find and what
// they find in vain (docs/check.md).
namespace pn::check {

// Light. What changes the average or an irradiance by 1 % is seen beside a reference; half of that is within what the
// effect itself is known to.
inline constexpr double kErrorEffect = 0.01;
inline constexpr double kWarningEffect = 0.005;

// Negative light. A filter (Lanczos, wavelets of DWA) swings below zero beside texels that are kUndershoot times as
// bright; its sum is right, unless it is more of the average than a filter makes.
inline constexpr double kUndershoot = 4;
inline constexpr double kUndershootReach = 0.03; // radians: two texels of a map of 512 x 256,
inline constexpr double kUndershootEffect = 0.06;
inline constexpr double kUndershootTexels = 0.01; // of the map: an error; fewer lie around one sun

// Fireflies. The pixel filter of a camera or a renderer spreads a small light over its neighbours.
inline constexpr std::uint32_t kMostFireflyTexels = 4; // a firefly, resampled, covers 2 x 2
inline constexpr double kFireflyContrast = 4;          // of the peak against the texels around it
inline constexpr double kMost = 0.75;                  // of the texels of the third ring around a sun: how rough it is;
inline constexpr double kHalo = 1.8;                   // of the first ring against these,
inline constexpr double kGlow = 0.004;                 // and by so much of the peak,
inline constexpr double kLeak = 0.02;                  // or of the peak, and above all of that ring by kHalo,
inline constexpr int kLeaks = 2;                       // at so many texels: a light that lies across texels' borders
inline constexpr double kSwing = 0.005;                // of the peak, below zero near it: a filter's,
inline constexpr double kSwingDark = 0.25;             // of the third ring: where a swing was cut at zero,
inline constexpr double kSideLobe = 0.002;             // with a next one of so much of the peak,
inline constexpr int kSwings = 3;                      // at so many texels
inline constexpr double kGrain = 0.002;                // of the third ring; no photo or path tracer has less
inline constexpr double kSwarm = 8;                    // less counts the sum of many: they may be lamps of a city
inline constexpr std::uint32_t kLamps = 2;             // so many lights with a glow: one without may be a lamp, too,
inline constexpr double kLampRange = 4;                // up to so many times as bright as the second of them
inline constexpr double kUnsureEffect = 0.1;           // on the average, from which on such a light deserves a look
inline constexpr double kBrightestSun =
    20;                                   // of all other light: a clear sky over black ground has a sun of 13 times it
inline constexpr double kOpposite = 0.26; // radians: so near to the place opposite to a light,
inline constexpr double kLeastLit = 0.02; // a surface shows so much of its irradiance: black asphalt at 60 degrees
inline constexpr std::uint32_t kMostClusters = 4096; // more are no fireflies but a picture

// Clipping. Values of a picture do not have the same largest one side by side.
inline constexpr std::uint32_t kPlateauTexels = 2; // with an equal neighbour each
inline constexpr double kMostPlateau = 0.25;       // of the texels; more is a picture of one colour
inline constexpr double kGreyTexels = 0.5;         // share from which on a map counts as grey
inline constexpr float kLeastLuminance = 0.07f;    // of the largest value: no less has a texel whose blue has it
inline constexpr std::size_t kLampTexels = 8;      // that have one colour, at least: a lamp, if
inline constexpr double kLampEdge = 0.125;         // of the largest value: a lamp of one colour has a sharp edge

// Values. 8 bits hold 256 values; fewer than 24 are a drawing.
inline constexpr std::uint32_t kMostByteValues = 256;
inline constexpr std::uint32_t kLeastByteValues = 24;
inline constexpr double kGridError = 0.04; // of half the distance of two codes,
inline constexpr double kHalfError = 6e-4; // or what rounding to half float (fp16) changes

// Faces.
inline constexpr std::uint32_t kLeastFaceSize = 4; // smaller faces have no seams and no colours of their own
inline constexpr double kBlack = 1e-5;             // of the map's mean: less than half float holds beside it
inline constexpr double kConstant = 1e-3;          // of the largest luminance, for the range of a face of one colour
inline constexpr double kDark = 1e-4;      // of the map's mean, added to what is compared: noise in black counts little
inline constexpr double kOrderGain = 1.12; // mean seam of the given order over that of the best one
inline constexpr double kOrderMargin = 0.05;  // of the second best order over the best one, for that to be sure
inline constexpr double kOrderNotGain = 1.4;  // of the given order's seams over the best one's: no gain makes so much
inline constexpr double kLeastSeam = 0.004;   // mean seam; below it all orders look right
inline constexpr double kBrokenStep = 0.1;    // at an edge of a face of one colour, for it to be foreign
inline constexpr double kBrokenSteps = 3;     // the same, over the steps beside it
inline constexpr double kGain = 0.031;        // of a face; seams of true maps differ by .03
inline constexpr double kGainErrors = 2.2;    // the same in standard errors, to be found,
inline constexpr double kSureGainErrors = 8;  // and to be an error: untouched faces of leaves have up to 7
inline constexpr double kGainAgreement = 0.3; // of the gain, that three edges show at least
inline constexpr int kMostGains = 3;          // faces with one: more have no three neighbours that are right
inline constexpr int kGainRounds = 64;        // of the fit of several: each brings two neighbours 4 to 16 times nearer
inline constexpr double kGainChange = 1e-9;   // of a gain in a round; less ends the fit
inline constexpr double kGainPrice = 2;       // of a face with one, in misfit(): less than what one of .05 explains
inline constexpr double kGainMargin = 3;      // of the next set of faces without one, for the one to be sure
inline constexpr int kMostSureGains = 2;      // three faces that are too bright are as good as three too dark
inline constexpr double kLeftGain = 0.5;      // of the largest sure gain: an unsure one of that size may not stay alone
inline constexpr double kLeastGainEffect = 3e-4; // on the average light; less has a face that is nearly black
inline constexpr double kSeam = 1;       // step all along an edge over those within faces; true maps have up to .8
inline constexpr double kSeamErrors = 4; // the same in standard errors
inline constexpr std::uint32_t kLeastSeamSize = 32; // of a face; smaller ones have too few steps to compare with
inline constexpr std::size_t kErrorBlock = 8;       // texels whose errors are not independent
inline constexpr double kSeamFloor = 0.002;         // a step that nobody sees

// The rest.
inline constexpr double kEnclosed = 0.6;        // share that is black
inline constexpr double kSunRadius = 0.00465;   // radians, the true sun's
inline constexpr double kCoarseTexel = 1.5;     // of that: a texel that wide may hold a lamp or a sun with its glow
inline constexpr double kCoarseSunLight = 0.05; // of the irradiance that faces it, for the sun to matter
inline constexpr double kMipFits = 0.05;        // error of a mip, rms: other engines' GGX differs from ours by .03
inline constexpr double kMipResembles = 0.35;   // the same of any mapping: more has another picture
inline constexpr double kMipTie = 0.002;        // between two mappings: mips of the effort realtime are right to that

// Sizes of mips. Each mapping is tried on small ones, which all engines blur; a larger one costs more than it shows.
inline constexpr std::uint32_t kLeastMipSize = 8; // whose average counts: a mean of texels is not one of solid angles
inline constexpr std::uint32_t kLeastFittedSize = 4;   // fewer texels show no turn of a face
inline constexpr std::ptrdiff_t kMostFitted = 3;       // the smallest of these
inline constexpr std::uint32_t kMostFittedSize = 32;   // by all mappings
inline constexpr std::uint32_t kRoughSize = 16;        // that all engines filter well: on larger ones they leave noise
inline constexpr std::uint32_t kMostComparedSize = 64; // for the order of its faces, by the mapping that fits

// The order of a mip's faces.
inline constexpr double kMisplaced = 0.02;   // error of a face: twice that of mips made with the effort realtime,
inline constexpr double kMisplacedTimes = 2; // and so many times that of another face or turn in its place

} // namespace pn::check
