// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_faces.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tendril {

Triangle sortedTriangle(Triangle triangle) {
  std::sort(triangle.begin(), triangle.end());
  return triangle;
}

FaceIndex::FaceIndex(const std::vector<Tetrahedron>& tetrahedra, const std::vector<int>& faces, int nodes)
    : starts_(nodes + 1, 0), entries_(faces.size()) {
  for (int face : faces) ++starts_[sortedTriangle(faceOf(tetrahedra, face))[0] + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<int> next(starts_.begin(), starts_.end() - 1);
  for (int face : faces) {
    const auto [low, middle, high] = sortedTriangle(faceOf(tetrahedra, face));
    entries_[next[low]++] = {middle, high, face};
  }
  for (int i = 0; i < nodes; ++i)
    std::sort(entries_.begin() + starts_[i], entries_.begin() + starts_[i + 1], [](const Entry& a, const Entry& b) {
      return std::tie(a.middle, a.high, a.face) < std::tie(b.middle, b.high, b.face);
    });
}

int FaceIndex::find(const Triangle& triangle) const {
  const auto [low, middle, high] = sortedTriangle(triangle);
  if (low < 0 || low + 1 >= static_cast<int>(starts_.size())) return kNoNeighbour;
  const auto end = entries_.begin() + starts_[low + 1];
  const auto found = std::lower_bound(
      entries_.begin() + starts_[low], end, std::pair(middle, high),
      [](const Entry& entry, const std::pair<int, int>& key) { return std::pair(entry.middle, entry.high) < key; });
  return found != end && found->middle == middle && found->high == high ? found->face : kNoNeighbour;
}

std::vector<int> faceNeighbours(const std::vector<Tetrahedron>& tetrahedra, int nodes) {
  std::vector<int> all(4 * tetrahedra.size());
  std::iota(all.begin(), all.end(), 0);
  const FaceIndex index(tetrahedra, all, nodes);
  std::vector<int> neighbours(all.size(), kNoNeighbour);
  const auto& entries = index.entries_;
  for (int low = 0; low < nodes; ++low)
    for (int i = index.starts_[low], next = i; i < index.starts_[low + 1]; i = next) {
      while (next < index.starts_[low + 1] && entries[next].middle == entries[i].middle &&
             entries[next].high == entries[i].high)
        ++next;
      if (next - i == 2) {
        neighbours[entries[i].face] = entries[i + 1].face;
        neighbours[entries[i + 1].face] = entries[i].face;
      } else if (next - i > 2) {
        for (int k = i; k < next; ++k) neighbours[entries[k].face] = kManyNeighbours;
      }
    }
  return neighbours;
}

}  // namespace tendril
