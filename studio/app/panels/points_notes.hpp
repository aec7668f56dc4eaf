// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <utility>
#include <vector>

#include "core/builder/checks/points_estimate.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "studio/app/project/target.hpp"
#include "widgets/inspector/field_note.hpp"

namespace tendril {

class Inspector;
class StudioContext;

/// Tells below the fields that set how many points a body has what these cost in accuracy, and offers enough of them;
/// below the one that says how fine its mesh is, how good that is. Measured beside the window.
class PointsNotes : public QObject {
  Q_OBJECT
 public:
  PointsNotes(StudioContext& context, Inspector& inspector);
  ~PointsNotes() override;

  /// The link whose fields the inspector shows; 0: none.
  void show(description::ObjectId link);

 private:
  void measure();
  void tell();
  void forget();
  const description::Body* described() const;
  int perTetrahedron() const;
  QString fieldOf(const PointsEstimate& estimate) const;
  FieldNote noteOf(const PointsEstimate& estimate) const;
  void addMeshNote(std::vector<std::pair<QString, FieldNote>>& notes) const;

  StudioContext& context_;
  Inspector& inspector_;
  QThreadPool worker_;
  description::ObjectId link_ = 0;
  std::shared_ptr<const Body> body_;  ///< what the estimates are of, or are being made of
  int perTetrahedron_ = 0;
  std::uint64_t asked_ = 0;  ///< counts measurements: answers to earlier ones are dropped
  std::vector<PointsEstimate> estimates_;
  MeshQuality quality_;  ///< without tetrahedra where the body has no mesh
};

}  // namespace tendril
