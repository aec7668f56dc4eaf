// SPDX-License-Identifier: BSD-3-Clause
// A robot in another configuration than the one that is shown, or another robot: a shape of glass, to compare with.
#pragma once

#include <vtkSmartPointer.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;

namespace tendril {

class Ghost {
 public:
  static constexpr Color kUsual = hexColor(0x7F8FA3);  ///< between the texts of both themes

  /// The shape of a snapshot; links with these ids are left out. Takes as long as a RobotScene: make it beside the
  /// window.
  Ghost(const Snapshot& shape, const std::set<std::uint64_t>& without, const Color& color = kUsual);
  ~Ghost();
  Ghost(const Ghost&) = delete;
  Ghost& operator=(const Ghost&) = delete;

  /// Moves it to a snapshot of the same model; others are ignored.
  void update(const Snapshot& shape);
  void setColor(const Color& color);

  vtkActor* actor() const;
  vtkPolyData* mesh() const;

 private:
  struct Part;
  void place(const Part& part, const Snapshot& shape);

  std::shared_ptr<const Model> model_;
  std::vector<Part> parts_;
  vtkSmartPointer<vtkPolyData> mesh_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
