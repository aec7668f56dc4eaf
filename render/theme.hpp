// SPDX-License-Identifier: BSD-3-Clause
// Colours of the 3D view. Those of the bodies are the same in both themes, so that a robot looks like itself.
#pragma once

#include <array>
#include <cstdint>

namespace tendril {

/// sRGB, 0…1.
struct Color {
  double r = 0, g = 0, b = 0;
};

/// The colour of a hexadecimal number such as 0xB8C0CA.
constexpr Color hexColor(std::uint32_t rgb) {
  return {((rgb >> 16) & 255) / 255.0, ((rgb >> 8) & 255) / 255.0, (rgb & 255) / 255.0};
}

/// a + (b − a) t.
constexpr Color mix(Color a, Color b, double t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

inline constexpr Color kRigidColor = hexColor(0xB8C0CA);
inline constexpr Color kSoftColor = hexColor(0xE58F65);
inline constexpr Color kFloatingColor = hexColor(0x6C8EBF);
inline constexpr Color kJointColor = hexColor(0x56606E);  ///< housings of joints, darker than any link
inline constexpr Color kJointRingColor = hexColor(0xDDE2E8);
inline constexpr Color kLoopColor = hexColor(0x7A5CC4);  ///< joints that close loops, and their forces
inline constexpr Color kLoopRingColor = hexColor(0xE6DEFA);
inline constexpr Color kThrustColor = hexColor(0x30A46C);     ///< thrusts of rotors
inline constexpr Color kRotorColor = hexColor(0x3C4149);      ///< arms and hubs of rotors
inline constexpr Color kBladeColor = hexColor(0x8B929C);      ///< their blades
inline constexpr Color kMotorHandColor = hexColor(0xF2A33C);  ///< hands of motors behind springs, their deflections
inline constexpr Color kGapColor = hexColor(0xE5484D);        ///< between the sides of a loop that is open
inline constexpr Color kContactColor = hexColor(0x12A594);    ///< where something touches, and its forces
inline constexpr Color kSurfaceColor = hexColor(0x93A1B0);    ///< what bodies touch
inline constexpr Color kReferenceColor = hexColor(0xC2298A);  ///< where controllers lead the robot
inline constexpr Color kTraceColor = hexColor(0x3E63DD);      ///< where what they lead has been
inline constexpr Color kMassDarkColor = hexColor(0x1B2129);   ///< of the balls at centres of mass
inline constexpr Color kMassLightColor = hexColor(0xF4F6F8);  ///< their other half
inline constexpr Color kRobotMassColor = hexColor(0xB7791F);  ///< of the whole robot's ball and inertia ellipsoid
inline constexpr Color kCollisionColor = hexColor(0xD9822B);  ///< of what contacts touch
inline constexpr Color kInertiaColor = hexColor(0x5B79B7);    ///< inertia ellipsoids of links
inline constexpr Color kMountColor = hexColor(0x6B7683);      ///< plates at the world
inline constexpr Color kTendonSlackColor = hexColor(0x8A93A0);
inline constexpr Color kTendonLowColor = hexColor(0xFFD166);
inline constexpr Color kTendonHighColor = hexColor(0xD7263D);
inline constexpr Color kLostColor = hexColor(0xF59E0B);  ///< what is demanded beyond a range
inline constexpr std::array<Color, 3> kAxisColors = {hexColor(0xD9534F), hexColor(0x4C9F5B), hexColor(0x3B7DD8)};

/// What differs between the light and the dark view.
struct Theme {
  Color top, bottom;   ///< background gradient
  Color grid;          ///< lines
  double gridOpacity;  ///< of major lines
  double shadow;       ///< strength 0…1 of the ground shadow
  double pool;         ///< of the light on the floor around what is looked at, so that shadows are seen on a dark one
  Color text;
  Color accent;       ///< selection outline
  Color sky, ground;  ///< ambient light from above and below, factors on the surface colour
};

inline constexpr Theme kLightTheme = {
    hexColor(0xEEF1F4), hexColor(0xD5DBE2), hexColor(0x5B6673), 0.34, 0.42, 0, hexColor(0x5B6673),
    hexColor(0x1F6FEB), {0.58, 0.60, 0.63}, {0.38, 0.37, 0.36}};
inline constexpr Theme kDarkTheme = {
    hexColor(0x2A2F37), hexColor(0x14171B), hexColor(0x9AA4B2), 0.26, 0.62, 0.20, hexColor(0x9AA4B2),
    hexColor(0x4DA3FF), {0.46, 0.49, 0.54}, {0.24, 0.24, 0.26}};

}  // namespace tendril
