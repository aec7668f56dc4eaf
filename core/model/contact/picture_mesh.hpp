// SPDX-License-Identifier: BSD-3-Clause
// Meshes that are drawn.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {

/// Why a file cannot be drawn: what() goes on after its name ("holds no triangles").
class PictureError : public std::runtime_error {
 public:
  PictureError(const std::string& what, std::string cure) : std::runtime_error(what), cure_(std::move(cure)) {}
  const std::string& cure() const { return cure_; }  ///< what to do

 private:
  std::string cure_;
};

/// Triangles of a file (STL, OBJ, PLY, glTF, …) that something is drawn by, in its own numbers. Throws PictureError: it
/// is not there, no file, empty, too large, cannot be read, has a corner that is no number, or nothing that has an
/// area.
TriangleMesh readPicture(const std::string& file);

}  // namespace tendril
