// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <memory>
#include <vector>

#include "core/model/body/surface_carrier.hpp"
#include "core/model/volume/mesh/boundary_region.hpp"
#include "core/session/snapshot.hpp"
#include "studio/document/document.hpp"
#include "widgets/viewport/face_picker.hpp"

namespace tendril {

class StudioContext;

/// Walls of chambers picked in the view: an action on the selected chamber of a body with a mesh. A click takes the
/// faces around it, or gives them back; the click that closes the wall sets the field `surface` of the chamber.
class WallPicking : public QObject {
  Q_OBJECT
 public:
  explicit WallPicking(StudioContext& context);

  FacePicker& picker() { return *picker_; }

 private:
  void connectPicker();
  void refresh();
  void start();
  void hover(const QPointF& place);
  void click(const QPointF& place);
  void step(int direction);
  void takeBack();
  void choose();
  void set();
  void end();
  void show();
  void tell();
  /// The selected chamber of a body with a mesh; null: none is.
  const description::Actuator* selected() const;
  /// The surface of the body that the selected chamber is in; null: it has none.
  const SurfaceCarrier* carrier() const;
  /// Where the undeformed surface of that body is under a place of the view; false: it is not there.
  bool materialAt(const QPointF& place, Vec3& point) const;
  std::vector<FacePicker::Face> facesOf(const std::vector<int>& region) const;

  StudioContext& context_;
  FacePicker* picker_;
  QAction* action_;
  description::ObjectId chamber_ = 0;         ///< whose wall is being picked
  std::shared_ptr<const Model> model_;        ///< that the regions are of
  std::unique_ptr<BoundaryRegions> regions_;  ///< of its body
  std::vector<Vec3> points_;                  ///< clicked, undeformed, m
  std::vector<int> chosen_, hovered_;
  double angle_ = 0;  ///< rad
};

}  // namespace tendril
