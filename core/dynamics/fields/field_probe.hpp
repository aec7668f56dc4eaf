// SPDX-License-Identifier: BSD-3-Clause
// A field at one place of a body: what stands beside the cursor, and what is plotted.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/model/contact/surface_field.hpp"
#include "core/model/data.hpp"

namespace tendril {

/// Where sections lie on the whole body, 0…1 and ascending: as its pieces say, evenly spaced without pieces.
std::vector<double> sectionPositions(const Body& body, std::size_t count);

/// Between values at sections by their positions, linear as colours are. NaN without sections; `at` 0…1.
double valueAt(std::span<const double> positions, std::span<const double> values, double at);

/// Reads fields of a model, with what they need of it. One thread at a time.
class FieldProbe {
 public:
  explicit FieldProbe(const Model& model);

  /// After kinematics(): forgets the values of the instant before. `touch`: everything that touches.
  void begin(std::span<const ContactPoint> touch);
  /// At a position 0…1 over the body of a link that is a line with sections, SI; NaN where there is no such field.
  double atPosition(Data& data, int link, SurfaceField field, double at);
  /// At a node of the body of a link that has a mesh: a vertex of its surface, then the nodes inside.
  double atNode(Data& data, int link, SurfaceField field, int node);

 private:
  struct Values {
    int link;
    SurfaceField field;
    std::vector<double> values;
  };
  const std::vector<double>& valuesOf(Data& data, int link, SurfaceField field);

  const Model* model_;
  std::vector<std::vector<Pose>> rest_;
  std::vector<std::vector<double>> positions_;  ///< per link
  std::vector<ContactPoint> touch_;
  std::vector<Values> known_;  ///< of this instant
  std::size_t used_ = 0;       ///< of them
};

}  // namespace tendril
