// SPDX-License-Identifier: BSD-3-Clause
// The formats MSH 2 and MSH 4.1 of gmsh.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/files/msh_elements.hpp"
#include "core/model/volume/mesh/files/msh_input.hpp"

namespace tendril {
namespace {

using Integer = std::int64_t;

/// Finds nodes by the numbers that a file gives them: a table while these are dense, else a map.
class NodeNumbers {
 public:
  explicit NodeNumbers(const std::vector<Integer>& numbers) {
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    const bool dense = !numbers.empty() && *low >= 0 && *high < static_cast<Integer>(4 * numbers.size() + 1024);
    if (dense) table_.assign(*high + 1, -1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool fresh = dense ? table_[numbers[i]] < 0 : map_.emplace(numbers[i], static_cast<int>(i)).second;
      if (dense) table_[numbers[i]] = static_cast<int>(i);
      if (!fresh)
        throw std::runtime_error("has two nodes with the number " + std::to_string(numbers[i]) + "; save it again");
    }
  }
  /// −1 if there is none.
  int find(Integer number) const {
    if (!table_.empty()) return number >= 0 && number < static_cast<Integer>(table_.size()) ? table_[number] : -1;
    const auto found = map_.find(number);
    return found == map_.end() ? -1 : found->second;
  }

 private:
  std::vector<int> table_;
  std::unordered_map<Integer, int> map_;
};

class MshReader {
 public:
  MshReader(std::string_view bytes, const MeshLimits& limits) : in_(bytes), limits_(limits) {}

  RawTetMesh run() {
    readFormat();
    while (!in_.atEnd()) readSection();
    if (in_.binary() && !sawElements_) in_.fail("there is no $Elements section, the file is cut off; save it again");
    return resolve();
  }

 private:
  struct MarkedTriangle {
    std::array<Integer, 3> nodes;
    Integer group;  // format 4: entity; format 2: physical group
  };

  void readFormat() {
    if (in_.word() != "$MeshFormat") in_.fail("the file does not begin with $MeshFormat; export it as .msh from gmsh");
    const std::string_view version = in_.word();
    version4_ = version.starts_with("4.1");
    if (!version4_ && !version.starts_with("2"))
      in_.fail("format " + std::string(version.substr(0, 12)) +
               " is not read; save the mesh as 4.1 or 2.2 (gmsh -save -format msh41)");
    const Integer kind = in_.textInteger(), size = in_.textInteger();
    if (kind != 0 && kind != 1) in_.fail("the file type is 0 (text) or 1 (binary), not " + std::to_string(kind));
    if (size != 8) in_.fail("numbers of " + std::to_string(size) + " bytes are not read; save the mesh again");
    if (kind == 1) readByteOrder();
    expectEnd("$EndMeshFormat");
  }

  void readByteOrder() {
    in_.line();
    in_.setBinary(false);
    const Integer one = in_.integer4();
    if (one == 1) return;
    if (one != 0x01000000) in_.fail("the byte order cannot be told: here should be the number 1; save the mesh again");
    in_.setBinary(true);
  }

  void expectEnd(const char* mark) {
    if (in_.word() != mark) in_.fail(std::string(mark) + " is expected here: a count above does not fit; save again");
  }

  void readSection() {
    const std::string name(in_.word());
    if (name.size() < 2 || name[0] != '$') in_.fail("a section ($Nodes, $Elements, …) is expected here");
    if (in_.binary() && version4_) in_.line();  // binary numbers begin right behind the end of the line
    if (name == "$PhysicalNames")
      readNames();
    else if (name == "$PartitionedEntities")
      in_.fail("the mesh is partitioned; save it in one piece (gmsh: Mesh > Delete > Partitions)");
    else if (name == "$Entities" && version4_)
      readEntities();
    else if (name == "$Nodes")
      version4_ ? readNodes4() : readNodes2();
    else if (name == "$Elements")
      version4_ ? readElements4() : readElements2();
    else
      return in_.skipPast("$End" + name.substr(1));
    expectEnd(("$End" + name.substr(1)).c_str());
  }

  void readNames() {
    const Integer count = in_.checkedCount(in_.textInteger(), "names");
    for (Integer i = 0; i < count; ++i) {
      const Integer dimension = in_.textInteger(), number = in_.textInteger();
      std::string_view name = in_.line();
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
      if (dimension == 2) names_[number] = name;
    }
  }

  void readEntities() {
    Integer counts[4];
    for (Integer& count : counts) count = in_.checkedCount(in_.integer8(), "entities");
    for (int dimension = 0; dimension < 4; ++dimension)
      for (Integer i = 0; i < counts[dimension]; ++i) readEntity(dimension);
  }

  void readEntity(int dimension) {
    const Integer entity = in_.integer4();
    in_.skip(dimension == 0 ? 3 : 6, 8);
    const Integer physical = in_.checkedCount(in_.integer8(), "physical groups");
    for (Integer i = 0; i < physical; ++i) {
      const Integer group = std::abs(in_.integer4());
      if (dimension == 2) groups_[entity].push_back(group);
    }
    if (dimension > 0) in_.skip(in_.checkedCount(in_.integer8(), "boundaries"), 4);
  }

  void addNode(Integer number, const Vec3& p) {
    if (!p.allFinite()) in_.fail("node " + std::to_string(number) + " has a coordinate that is not a finite number");
    if (nodes_.size() >= limits_.nodes) failLarge(limits_.nodes, "nodes");
    numbers_.push_back(number);
    nodes_.push_back(p);
  }

  Vec3 readPoint() {
    const double x = in_.real(), y = in_.real(), z = in_.real();
    return {x, y, z};
  }

  [[noreturn]] void failLarge(std::size_t limit, const std::string& noun) const {
    in_.fail("the mesh has more than " + std::to_string(limit) + " " + noun +
             ", too many for a body here; mesh more coarsely (a body of primitives needs hundreds to thousands)");
  }

  void checkAnnounced(Integer count, std::size_t limit, const std::string& noun) const {
    if (static_cast<std::size_t>(count) > limit)
      in_.fail("the mesh announces " + std::to_string(count) + " " + noun + ", more than " + std::to_string(limit) +
               " are too many for a body here; mesh more coarsely (a body of primitives needs hundreds to thousands)");
  }

  /// Format 2 writes the numbers of nodes and elements as text also in binary files.
  Integer readCount2(std::string_view noun) {
    const Integer count = in_.checkedCount(in_.textInteger(), noun);
    if (in_.binary()) in_.line();
    return count;
  }

  void readNodes2() {
    const Integer count = readCount2("nodes");
    checkAnnounced(count, limits_.nodes, "nodes");
    for (Integer i = 0; i < count; ++i) {
      const Integer number = in_.integer4();
      addNode(number, readPoint());
    }
  }

  void readNodes4() {
    const Integer blocks = in_.checkedCount(in_.integer8(), "blocks of nodes");
    checkAnnounced(in_.checkedCount(in_.integer8(), "nodes"), limits_.nodes, "nodes");
    in_.skip(2, 8);  // lowest and highest number
    std::vector<Integer> numbers;
    for (Integer block = 0; block < blocks; ++block) {
      const Integer dimension = in_.integer4();
      in_.skip(1, 4);  // entity
      const bool parametric = in_.integer4() != 0;
      const Integer count = in_.checkedCount(in_.integer8(), "nodes");
      numbers.clear();
      for (Integer i = 0; i < count; ++i) numbers.push_back(in_.integer8());
      for (Integer number : numbers) {
        addNode(number, readPoint());
        if (parametric) in_.skip(std::clamp<Integer>(dimension, 0, 3), 8);
      }
    }
  }

  const MshElement& elementOf(Integer type) const {
    const MshElement* element = findMshElement(type);
    if (!element) in_.fail("elements of the unknown kind " + std::to_string(type) + "; save the mesh again");
    return *element;
  }

  /// Reads the nodes of one element and keeps what matters.
  void readElement(const MshElement& kind, Integer number, Integer group) {
    std::array<Integer, 4> corners{};
    for (int k = 0; k < kind.nodes; ++k) {
      const Integer node = version4_ ? in_.integer8() : in_.integer4();
      if (k < 4) corners[k] = node;
    }
    if (kind.isTetrahedron()) {
      if (tetrahedra_.size() >= limits_.tetrahedra) failLarge(limits_.tetrahedra, "tetrahedra");
      tetrahedra_.push_back(corners);
      elementNumbers_.push_back(number);
      curved_ = curved_ || kind.nodes > 4;
    } else if (kind.isTriangle()) {
      triangles_.push_back({{corners[0], corners[1], corners[2]}, group});
    } else if (kind.dimension == 3) {
      ++others_[kind.shape];
    }
  }

  void readElements2() {
    sawElements_ = true;
    const Integer count = readCount2("elements");
    for (Integer read = 0; read < count;) {
      Integer number = in_.binary() ? 0 : in_.integer4();
      const MshElement& kind = elementOf(in_.integer4());
      const Integer many = in_.binary() ? in_.checkedCount(in_.integer4(), "elements") : 1;
      const Integer tags = in_.checkedCount(in_.integer4(), "tags");
      if (many == 0 || many > count - read) in_.fail("a block holds more elements than the section announces, or none");
      for (Integer i = 0; i < many; ++i, ++read) {
        if (in_.binary()) number = in_.integer4();
        const Integer group = tags > 0 ? std::abs(in_.integer4()) : 0;
        in_.skip(std::max<Integer>(tags - 1, 0), 4);
        readElement(kind, number, group);
      }
    }
  }

  void readElements4() {
    sawElements_ = true;
    const Integer blocks = in_.checkedCount(in_.integer8(), "blocks of elements");
    in_.checkedCount(in_.integer8(), "elements");
    in_.skip(2, 8);  // lowest and highest number
    for (Integer block = 0; block < blocks; ++block) {
      in_.skip(1, 4);  // dimension
      const Integer entity = in_.integer4();
      const MshElement& kind = elementOf(in_.integer4());
      const Integer count = in_.checkedCount(in_.integer8(), "elements");
      if (kind.isTetrahedron()) checkAnnounced(count, limits_.tetrahedra, "tetrahedra");
      for (Integer i = 0; i < count; ++i) {
        const Integer number = in_.integer8();
        readElement(kind, number, entity);
      }
    }
  }

  RawTetMesh resolve() {
    if (!others_.empty())
      throw std::runtime_error("holds " + std::to_string(others_.begin()->second) + " " +
                               std::string(others_.begin()->first) +
                               "; bodies are made of tetrahedra only, mesh it so (gmsh: without recombination)");
    const NodeNumbers numbers(numbers_);
    RawTetMesh raw;
    raw.hasMidNodes = curved_;
    raw.triangles = triangles_.size();
    raw.tetrahedra.reserve(tetrahedra_.size());
    for (std::size_t t = 0; t < tetrahedra_.size(); ++t) {
      Tetrahedron corners;
      for (int k = 0; k < 4; ++k) {
        corners[k] = numbers.find(tetrahedra_[t][k]);
        if (corners[k] < 0)
          throw std::runtime_error("has no node " + std::to_string(tetrahedra_[t][k]) + ", a corner of tetrahedron " +
                                   std::to_string(elementNumbers_[t]) + "; save the mesh again with all its nodes");
      }
      raw.tetrahedra.push_back(corners);
    }
    raw.nodes = std::move(nodes_);
    raw.names = std::move(elementNumbers_);
    resolveSurfaces(numbers, raw);
    return raw;
  }

  std::string surfaceName(Integer group) const {
    const auto named = names_.find(group);
    return named != names_.end() && !named->second.empty() ? named->second : "surface " + std::to_string(group);
  }

  void resolveSurfaces(const NodeNumbers& numbers, RawTetMesh& raw) {
    std::map<std::string, std::vector<Triangle>> byName;  // two groups of one name are one surface
    for (const MarkedTriangle& marked : triangles_) {
      const Triangle triangle{numbers.find(marked.nodes[0]), numbers.find(marked.nodes[1]),
                              numbers.find(marked.nodes[2])};
      if (!version4_ && marked.group > 0) byName[surfaceName(marked.group)].push_back(triangle);
      if (const auto found = groups_.find(marked.group); found != groups_.end())
        for (Integer group : found->second) byName[surfaceName(group)].push_back(triangle);
    }
    for (auto& [name, triangles] : byName) raw.surfaces.push_back({name, std::move(triangles)});
  }

  MshInput in_;
  MeshLimits limits_;
  bool version4_ = false, sawElements_ = false, curved_ = false;
  std::map<Integer, std::string> names_;            // of physical surfaces
  std::map<Integer, std::vector<Integer>> groups_;  // format 4: physical groups of the surfaces
  std::vector<Integer> numbers_, elementNumbers_;   // of nodes, of tetrahedra
  std::vector<Vec3> nodes_;
  std::vector<std::array<Integer, 4>> tetrahedra_;
  std::vector<MarkedTriangle> triangles_;
  std::map<std::string_view, Integer> others_;  // solid elements that are no tetrahedra
};

}  // namespace

RawTetMesh parseMsh(std::string_view bytes, const MeshLimits& limits) {
  return MshReader(bytes, limits).run();
}

}  // namespace tendril
