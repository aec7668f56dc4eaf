// SPDX-License-Identifier: BSD-3-Clause
// The unstructured grids of VTK's XML format.
#include <algorithm>
#include <bit>
#include <map>
#include <pugixml.hpp>
#include <stdexcept>

#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/files/vtu_data.hpp"

namespace tendril {
namespace {

using Integer = std::int64_t;

/// Kinds of cells by VTK's numbers.
enum VtkCell : Integer {
  kTriangle = 5,
  kTetrahedron = 10,
  kVoxel = 11,
  kPyramid = 14,
  kQuadraticTriangle = 22,
  kQuadraticTetrahedron = 24,
  kQuadraticHexahedron = 25,
  kTriquadraticHexahedron = 29,
  kConvexPointSet = 41,
  kPolyhedron = 42,
  kLagrangeTriangle = 69,
  kLagrangeTetrahedron = 71,
  kLagrangePyramid = 74,
  kBezierTriangle = 76,
  kBezierTetrahedron = 78,
};

bool isTetrahedron(Integer type) {
  return type == kTetrahedron || type == kQuadraticTetrahedron || type == kLagrangeTetrahedron ||
         type == kBezierTetrahedron;
}

bool isTriangle(Integer type) {
  return type == kTriangle || type == kQuadraticTriangle || type == kLagrangeTriangle || type == kBezierTriangle;
}

bool isOtherSolid(Integer type) {
  return (type >= kVoxel && type <= kPyramid) || (type >= kQuadraticHexahedron && type <= kTriquadraticHexahedron) ||
         type == kConvexPointSet || type == kPolyhedron || (type >= kLagrangeTetrahedron && type <= kLagrangePyramid);
}

class VtuReader {
 public:
  VtuReader(std::string_view bytes, const MeshLimits& limits) : limits_(limits) { parse(bytes); }

  RawTetMesh run() {
    const pugi::xml_node file = document_.child("VTKFile");
    if (!file) throw std::runtime_error("has no <VTKFile>; export the mesh as .vtu");
    if (std::string_view(file.attribute("type").value()) != "UnstructuredGrid")
      throw std::runtime_error("is a VTK file of type \"" + std::string(file.attribute("type").value()) +
                               "\"; export an UnstructuredGrid (.vtu)");
    readEncoding(file);
    const pugi::xml_node grid = file.child("UnstructuredGrid");
    if (!grid.child("Piece")) throw std::runtime_error("has no <Piece> in <UnstructuredGrid>; export the mesh again");
    for (const pugi::xml_node piece : grid.children("Piece")) readPiece(piece);
    for (auto& [number, triangles] : surfaces_)
      raw_.surfaces.push_back({"surface " + std::to_string(number), std::move(triangles)});
    return std::move(raw_);
  }

 private:
  /// The appended block may hold raw bytes, which no XML may: it is cut out.
  void parse(std::string_view bytes) {
    std::string_view head = bytes, tail;
    if (const std::size_t open = bytes.find("<AppendedData"); open != std::string_view::npos) {
      const std::size_t close = bytes.find('>', open);
      const std::size_t mark = close == std::string_view::npos ? close : bytes.find('_', close);
      if (mark == std::string_view::npos)
        throw std::runtime_error("has an <AppendedData> without data, it is cut off; export the mesh again");
      encoding_.appendedBase64 = bytes.substr(open, close - open).find("raw") == std::string_view::npos;
      appended_ = bytes.substr(mark + 1);
      head = bytes.substr(0, open);
      tail = "</VTKFile>";
    }
    text_ = std::string(head).append(tail);
    const pugi::xml_parse_result result = document_.load_buffer_inplace(text_.data(), text_.size());
    if (result) return;
    const auto parsed = std::min<std::ptrdiff_t>(result.offset, static_cast<std::ptrdiff_t>(head.size()));
    const auto line = 1 + std::count(head.begin(), head.begin() + parsed, '\n');
    throw std::runtime_error("line " + std::to_string(line) + ": " + result.description() +
                             "; the file is damaged or cut off, export it again");
  }

  void readEncoding(const pugi::xml_node& file) {
    const std::string_view order = file.attribute("byte_order").as_string("LittleEndian");
    encoding_.swapped = (order == "BigEndian") != (std::endian::native == std::endian::big);
    encoding_.wideHeader = std::string_view(file.attribute("header_type").value()) == "UInt64";
    const std::string_view compressor = file.attribute("compressor").value();
    encoding_.compressed = !compressor.empty();
    if (encoding_.compressed && compressor != "vtkZLibDataCompressor")
      throw std::runtime_error("is compressed with " + std::string(compressor.substr(0, 40)) +
                               "; export the mesh with zlib or without compression");
  }

  static std::size_t countOf(const pugi::xml_node& piece, const char* name, std::size_t limit, const char* noun) {
    const auto count = piece.attribute(name).as_ullong(~0ull);
    if (count == ~0ull) throw std::runtime_error(std::string("a <Piece> has no ") + name + "; export the mesh again");
    if (count > limit)
      throw std::runtime_error("announces " + std::to_string(count) + " " + noun + ", more than " +
                               std::to_string(limit) +
                               " are too many for a body here; mesh more coarsely (a body of primitives needs hundreds "
                               "to thousands of tetrahedra)");
    return count;
  }

  /// Where an array's numbers are, and how they are written.
  struct Place {
    std::string_view text;
    VtuNumber number;
    VtuFormat format;
  };

  Place placeOf(const pugi::xml_node& array) const {
    const std::string_view format = array.attribute("format").as_string("ascii");
    const VtuNumber number = vtuNumber(array.attribute("type").value());
    if (format == "ascii") return {array.child_value(), number, VtuFormat::kText};
    if (format == "binary") return {array.child_value(), number, VtuFormat::kBase64};
    if (format != "appended") throw std::runtime_error("has a format \"" + std::string(format.substr(0, 24)) + "\"");
    const auto offset = array.attribute("offset").as_ullong(~0ull);
    if (offset >= appended_.size()) throw std::runtime_error("its offset lies behind the end of the file");
    return {appended_.substr(offset), number, encoding_.appendedBase64 ? VtuFormat::kBase64 : VtuFormat::kRaw};
  }

  template <class F>
  auto inArray(const pugi::xml_node& array, const char* name, F&& read) const {
    if (!array) throw std::runtime_error(std::string("has no array of ") + name + "; export the mesh again");
    try {
      return read(placeOf(array));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string("array of ") + name + ": " + error.what());
    }
  }

  std::vector<Integer> integers(const pugi::xml_node& array, const char* name, std::size_t count) const {
    return inArray(array, name, [&](const Place& place) {
      return decodeIntegers(place.text, count, place.number, place.format, encoding_);
    });
  }

  static pugi::xml_node arrayNamed(const pugi::xml_node& parent, const char* name) {
    return parent.find_child_by_attribute("DataArray", "Name", name);
  }

  void readPiece(const pugi::xml_node& piece) {
    const std::size_t points = countOf(piece, "NumberOfPoints", limits_.nodes - raw_.nodes.size(), "points");
    const std::size_t cells = countOf(piece, "NumberOfCells", 4 * limits_.tetrahedra, "cells");
    const int first = static_cast<int>(raw_.nodes.size());
    readPoints(piece.child("Points").child("DataArray"), points);
    if (cells == 0) return;
    const pugi::xml_node arrays = piece.child("Cells");
    const auto types = integers(arrayNamed(arrays, "types"), "types", cells);
    const auto offsets = integers(arrayNamed(arrays, "offsets"), "offsets", cells);
    const std::size_t corners = checkOffsets(offsets);
    const auto nodes = integers(arrayNamed(arrays, "connectivity"), "connectivity", corners);
    const auto groups = readGroups(piece.child("CellData"), cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Integer start = cell == 0 ? 0 : offsets[cell - 1];
      addCell(types[cell], nodes.data() + start, offsets[cell] - start, first, static_cast<Integer>(points),
              groups.empty() ? 0 : groups[cell]);
    }
  }

  void readPoints(const pugi::xml_node& array, std::size_t count) {
    if (array && array.attribute("NumberOfComponents").as_int(3) != 3)
      throw std::runtime_error("array of points: three components are needed; export the mesh again");
    const auto numbers = inArray(array, "points", [&](const Place& place) {
      return decodeReals(place.text, 3 * count, place.number, place.format, encoding_);
    });
    for (std::size_t i = 0; i < count; ++i) {
      raw_.nodes.emplace_back(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
      if (!raw_.nodes.back().allFinite())
        throw std::runtime_error("point " + std::to_string(i) + " has a coordinate that is not a finite number");
    }
  }

  std::size_t checkOffsets(const std::vector<Integer>& offsets) const {
    constexpr Integer kMostNodes = 1000;  // of one cell
    Integer last = 0;
    for (Integer offset : offsets) {
      if (offset < last || offset - last > kMostNodes)
        throw std::runtime_error("array of offsets: does not grow as it should; export the mesh again");
      last = offset;
    }
    if (static_cast<std::size_t>(last) > 30 * limits_.tetrahedra)
      throw std::runtime_error("array of offsets: the cells have more nodes than are read; mesh more coarsely");
    return static_cast<std::size_t>(last);
  }

  std::vector<Integer> readGroups(const pugi::xml_node& cellData, std::size_t cells) const {
    for (const char* name : {"surface", "gmsh:physical", "CellEntityIds"}) {
      const pugi::xml_node array = arrayNamed(cellData, name);
      if (array && vtuNumber(array.attribute("type").value()).kind != 'f') return integers(array, name, cells);
    }
    return {};
  }

  void addCell(Integer type, const Integer* nodes, Integer count, int first, Integer points, Integer group) {
    if (isOtherSolid(type))
      throw std::runtime_error("has cells of VTK's type " + std::to_string(type) +
                               "; bodies are made of tetrahedra only, mesh it so");
    const bool tetrahedron = isTetrahedron(type), triangle = isTriangle(type);
    const int corners = tetrahedron ? 4 : 3;
    if (!tetrahedron && !triangle) return;
    if (count < corners) throw std::runtime_error("has a cell with too few nodes; export the mesh again");
    Tetrahedron indices{};
    for (int k = 0; k < corners; ++k) {
      if (nodes[k] < 0 || nodes[k] >= points)
        throw std::runtime_error("a cell refers to point " + std::to_string(nodes[k]) + " of " +
                                 std::to_string(points) + "; export the mesh again");
      indices[k] = first + static_cast<int>(nodes[k]);
    }
    if (triangle) {
      ++raw_.triangles;
      if (group > 0) surfaces_[group].push_back({indices[0], indices[1], indices[2]});
      return;
    }
    if (raw_.tetrahedra.size() >= limits_.tetrahedra)
      throw std::runtime_error("has more than " + std::to_string(limits_.tetrahedra) +
                               " tetrahedra, too many for a body here; mesh more coarsely");
    raw_.tetrahedra.push_back(indices);
    raw_.hasMidNodes = raw_.hasMidNodes || count > 4;
  }

  MeshLimits limits_;
  std::string text_;
  pugi::xml_document document_;
  std::string_view appended_;
  VtuEncoding encoding_;
  std::map<Integer, std::vector<Triangle>> surfaces_;
  RawTetMesh raw_;
};

}  // namespace

RawTetMesh parseVtu(std::string_view bytes, const MeshLimits& limits) {
  return VtuReader(bytes, limits).run();
}

}  // namespace tendril
