// SPDX-License-Identifier: BSD-3-Clause
// A body as a section that is swept along its frames: all that drawing, ringing and pointing at it needs to know.
#pragma once

#include <vector>

#include "core/model/body/section.hpp"

namespace tendril {

/// A length of a body with one law of its section; between two pieces the section may change at once.
struct SweptPiece {
  int firstSection = 0;     ///< index of its first frame in BodyData::sections
  std::vector<double> s;    ///< per frame: where on the piece, ascending from 0 to 1; at least two
  double from = 0, to = 1;  ///< where its ends are on the whole body, 0…1
  double length = 0;        ///< m, undeformed
  SectionLaw section;       ///< of s; (y, z) are those axes of the frames
};

}  // namespace tendril
