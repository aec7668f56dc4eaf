// SPDX-License-Identifier: GPL-3.0-or-later
// A pole of a linear model, as a line of a list and a mark in the complex plane.
#pragma once

#include <QString>

#include <complex>

namespace tendril {

/// What becomes of the motion of a pole.
enum class PoleFate { kDecays, kStays, kGrows };

struct PoleRow {
  std::complex<double> value;  ///< 1/s; of a pair the one with positive imaginary part
  double frequency = 0;        ///< |value| / 2π, Hz
  double damping = 0;          ///< −Re / |value|
  PoleFate fate = PoleFate::kDecays;
  bool controllable = true, observable = true;
  QString moves;  ///< the coordinate that moves most
};

/// "−1.2 ± 3.4 i 1/s", frequency, damping, what moves most: several lines.
QString poleDescription(const PoleRow& pole);

}  // namespace tendril
