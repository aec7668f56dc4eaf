// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/basis_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kSamePlace = 1e-6;  // of the size of the mesh
constexpr std::size_t kMostBytes = 1u << 30;
constexpr std::size_t kMostFields = 200;

/// Empty where something is no number.
std::optional<std::vector<double>> numbersOf(std::string_view line) {
  std::vector<double> out;
  constexpr std::string_view kBetween = ",; \t\r";
  for (std::size_t at = line.find_first_not_of(kBetween); at != std::string_view::npos;
       at = line.find_first_not_of(kBetween, at)) {
    const std::size_t end = std::min(line.find_first_of(kBetween, at), line.size());
    double value = 0;
    const auto [stop, problem] = std::from_chars(line.data() + at, line.data() + end, value);
    if (problem != std::errc() || stop != line.data() + end || !std::isfinite(value)) return std::nullopt;
    out.push_back(value);
    at = end;
  }
  return out;
}

struct Line {
  Vec3 x;
  std::vector<double> fields;
};

std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> out;
  std::size_t number = 0, columns = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.find_first_not_of(", ;\t\r") == std::string_view::npos || line.front() == '#') continue;
    const std::optional<std::vector<double>> numbers = numbersOf(line);
    if (!numbers && out.empty() && columns == 0) {
      columns = 1;  // names
      continue;
    }
    const std::string where = "line " + std::to_string(number);
    if (!numbers) throw std::runtime_error(where + ": something is no finite number");
    if (numbers->size() < 6 || numbers->size() % 3 != 0 || numbers->size() > 3 + 3 * kMostFields)
      throw std::runtime_error(where + ": has " + std::to_string(numbers->size()) +
                               " numbers; give x, y, z and three for each field, at most " +
                               std::to_string(kMostFields) + " fields");
    if (!out.empty() && numbers->size() != out.front().fields.size() + 3)
      throw std::runtime_error(where + ": has another number of fields than the lines before it");
    out.push_back({Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]), {numbers->begin() + 3, numbers->end()}});
  }
  if (out.empty()) throw std::runtime_error("has no line of numbers; give x, y, z and the displacements of each node");
  return out;
}

/// Lines sorted along x; the one at a node, or null.
class LineFinder {
 public:
  LineFinder(std::vector<Line> lines, double tolerance) : lines_(std::move(lines)), tolerance_(tolerance) {
    std::ranges::stable_sort(lines_, {}, [](const Line& line) { return line.x.x(); });
  }
  const Line* at(const Vec3& x) const {
    const Line* best = nullptr;
    auto line = std::ranges::lower_bound(lines_, x.x() - tolerance_, {}, [](const Line& own) { return own.x.x(); });
    for (; line != lines_.end() && line->x.x() <= x.x() + tolerance_; ++line)
      if ((line->x - x).norm() <= tolerance_ && (!best || (line->x - x).norm() < (best->x - x).norm())) best = &*line;
    return best;
  }

 private:
  std::vector<Line> lines_;
  double tolerance_;
};

}  // namespace

MatX parseBasis(std::string_view text, const QuadraticMesh& mesh) {
  std::vector<Line> lines = linesOf(text);
  const auto fields = static_cast<Eigen::Index>(lines.front().fields.size() / 3);
  Vec3 low = mesh.nodes.front(), high = low;
  for (const Vec3& x : mesh.nodes) low = low.cwiseMin(x), high = high.cwiseMax(x);
  const LineFinder finder(std::move(lines), kSamePlace * (high - low).maxCoeff());
  MatX out(static_cast<Eigen::Index>(3 * mesh.nodes.size()), fields);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    auto own = out.middleRows<3>(static_cast<Eigen::Index>(3 * i));
    if (const Line* line = finder.at(mesh.nodes[i])) {
      own = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>>(line->fields.data(), 3, fields);
    } else if (i >= mesh.corners()) {
      const auto [a, b] = mesh.edges[i - mesh.corners()];
      own = 0.5 * (out.middleRows<3>(3 * a) + out.middleRows<3>(3 * b));
    } else {
      const Vec3& x = mesh.nodes[i];
      throw std::runtime_error("has no line for the node of the mesh at (" + std::to_string(x.x()) + ", " +
                               std::to_string(x.y()) + ", " + std::to_string(x.z()) +
                               ") m; give one for each, in metres and in the axes of the body");
    }
  }
  return out;
}

MatX readBasis(const std::string& file, const QuadraticMesh& mesh) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("the file " + file + " cannot be read");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text.size() > kMostBytes) throw std::runtime_error("the file " + file + " is too large");
  try {
    return parseBasis(text, mesh);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("the file " + file + ' ' + error.what());
  }
}

}  // namespace tendril
