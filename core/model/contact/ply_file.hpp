// SPDX-License-Identifier: BSD-3-Clause
// Meshes in the Stanford format, PLY.
#pragma once

#include <string_view>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {

/// Whether a file is PLY by its first bytes.
bool isPly(std::string_view bytes);

/// Triangles of a PLY file of version 1.0, as text or binary in either byte order, in its own numbers; larger faces
/// become fans. Throws std::runtime_error that says what is wrong, whatever the bytes are.
TriangleMesh parsePly(std::string_view bytes);

}  // namespace tendril
