// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>

#include "core/model/volume/mesh/files/mesh_reader.hpp"

namespace tendril {
namespace {

/// Text of a file that grows.
class MshText {
 public:
  MshText& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  template <class T>
  requires std::is_arithmetic_v<T> MshText& operator<<(T value) {
    char buffer[32];
    text_.append(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
    return *this;
  }
  MshText& operator<<(const Vec3& p) { return *this << p.x() << " " << p.y() << " " << p.z(); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void writeEntities(const TetMesh& mesh, MshText& out) {
  const MeshExtent extent = meshExtent(mesh);
  out << "$Entities\n0 0 " << mesh.surfaces.size() << " 1\n";
  for (size_t i = 1; i <= mesh.surfaces.size(); ++i)
    out << i << " " << extent.low << " " << extent.high << " 1 " << i << " 0\n";
  out << "1 " << extent.low << " " << extent.high << " 0 0\n$EndEntities\n";
}

void writeNodes(const TetMesh& mesh, MshText& out) {
  const size_t count = mesh.nodes.size();
  out << "$Nodes\n1 " << count << " 1 " << count << "\n3 1 0 " << count << "\n";
  for (size_t i = 1; i <= count; ++i) out << i << "\n";
  for (const Vec3& p : mesh.nodes) out << p << "\n";
  out << "$EndNodes\n";
}

template <size_t N>
void writeBlock(const std::vector<std::array<int, N>>& elements, size_t& number, MshText& out) {
  for (const auto& element : elements) {
    out << ++number;
    for (int node : element) out << " " << node + 1;
    out << "\n";
  }
}

void writeElements(const TetMesh& mesh, MshText& out) {
  size_t count = mesh.tetrahedra.size(), number = 0;
  for (const MeshSurface& surface : mesh.surfaces) count += surface.triangles.size();
  out << "$Elements\n" << mesh.surfaces.size() + 1 << " " << count << " 1 " << count << "\n";
  out << "3 1 4 " << mesh.tetrahedra.size() << "\n";
  writeBlock(mesh.tetrahedra, number, out);
  for (size_t i = 0; i < mesh.surfaces.size(); ++i) {
    out << "2 " << i + 1 << " 2 " << mesh.surfaces[i].triangles.size() << "\n";
    writeBlock(mesh.surfaces[i].triangles, number, out);
  }
  out << "$EndElements\n";
}

}  // namespace

std::string formatMsh(const TetMesh& mesh) {
  MshText out;
  out << "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
  if (!mesh.surfaces.empty()) {
    out << "$PhysicalNames\n" << mesh.surfaces.size() << "\n";
    for (size_t i = 0; i < mesh.surfaces.size(); ++i) out << "2 " << i + 1 << " \"" << mesh.surfaces[i].name << "\"\n";
    out << "$EndPhysicalNames\n";
  }
  writeEntities(mesh, out);
  writeNodes(mesh, out);
  writeElements(mesh, out);
  return out.take();
}

}  // namespace tendril
