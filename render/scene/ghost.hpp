// SPDX-License-Identifier: BSD-3-Clause
// A robot in another configuration than the one that is shown: a shape of glass, to compare with.
#pragma once

#include <vtkSmartPointer.h>

#include <cstdint>
#include <memory>
#include <set>

#include "core/session/snapshot.hpp"

class vtkActor;
class vtkPolyData;

namespace tendril {

class Ghost {
 public:
  /// The shape of a snapshot; links with these ids are left out. Takes as long as a RobotScene: make it beside the
  /// window.
  Ghost(const Snapshot& shape, const std::set<std::uint64_t>& without);
  ~Ghost();
  Ghost(const Ghost&) = delete;
  Ghost& operator=(const Ghost&) = delete;

  vtkActor* actor() const;
  vtkPolyData* mesh() const;

 private:
  vtkSmartPointer<vtkPolyData> mesh_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
