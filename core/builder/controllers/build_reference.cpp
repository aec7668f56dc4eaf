// SPDX-License-Identifier: BSD-3-Clause
// Descriptions of what controllers follow → Reference.
#include "core/builder/controllers/build_reference.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/builder/parts/signal_table.hpp"
#include "core/control/reference/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// One overload per kind; what a kind refuses is thrown as std::invalid_argument.
class ReferenceBuilder {
 public:
  ReferenceBuilder(int size, BuildContext& context, const std::string& path)
      : size_(size), context_(context), path_(path) {}

  ReferencePtr operator()(const desc::ConstantMotion& m) { return makeConstantReference(entries(m.value, ".value")); }
  ReferencePtr operator()(const desc::PolynomialMotion& m) {
    return makePolynomialReference(entries(m.from, ".from"), entries(m.to, ".to"), number(m.start, ".start"),
                                   number(m.duration, ".duration"), static_cast<int>(number(m.degree, ".degree")));
  }
  ReferencePtr operator()(const desc::HalfCosineMotion& m) {
    return makeHalfCosineReference(entries(m.from, ".from"), entries(m.to, ".to"), number(m.start, ".start"),
                                   number(m.duration, ".duration"));
  }
  ReferencePtr operator()(const desc::SplineMotion& m) {
    MatX points(size_, static_cast<Eigen::Index>(m.points.size()));
    for (std::size_t i = 0; i < m.points.size(); ++i)
      points.col(static_cast<Eigen::Index>(i)) = entries(m.points[i], ".points[" + std::to_string(i) + ']');
    const VecX times = context_.numbers(m.times, path_ + ".times");
    return makeSplineReference(std::vector<double>(times.begin(), times.end()), points, splineEnd(m.ends));
  }
  ReferencePtr operator()(const desc::CircleMotion& m) { return round(m, 0); }
  ReferencePtr operator()(const desc::HelixMotion& m) { return round(m, number(m.pitch, ".pitch")); }
  ReferencePtr operator()(const desc::LissajousMotion& m) {
    return makeLissajousReference(entries(m.center, ".center"), entries(m.amplitude, ".amplitude"),
                                  entries(m.frequency, ".frequency"), entries(m.phase, ".phase"));
  }
  ReferencePtr operator()(const desc::TableMotion& m) {
    if (!m.columns.empty() && static_cast<int>(m.columns.size()) != size_)
      throw std::invalid_argument(wrongSize(m.columns.size()));
    std::vector<std::function<Vec4(double)>> columns;
    for (int i = 0; i < size_; ++i) {
      const std::string column = m.columns.empty() ? std::to_string(i + 1) : m.columns[static_cast<std::size_t>(i)];
      std::string problem;
      const auto table = SignalTable::load(context_.options.directory / m.table, column, m.interpolation, problem);
      if (!table) throw std::invalid_argument(problem);
      columns.emplace_back([table = *table](double t) { return table.jerkyMotion(t); });
    }
    return makeFunctionReference(std::move(columns));
  }
  ReferencePtr operator()(const desc::ExpressionMotion& m) {
    const std::vector<desc::Formula>& given = m.value.values;
    if (static_cast<int>(given.size()) != size_ && given.size() != 1)
      throw std::invalid_argument(wrongSize(given.size()));
    static const std::vector<std::string> kTime = {"t"};
    std::vector<Expression> formulas;
    for (int i = 0; i < size_; ++i) {
      const desc::Formula& formula = given[given.size() == 1 ? 0 : static_cast<std::size_t>(i)];
      formulas.push_back(context_.evaluator.formula(formula, kTime, path_ + ".value"));
    }
    ReferencePtr made = makeExpressionReference(std::move(formulas));
    MatX start(size_, 3);
    made->evaluate(0, 2, start);
    if (!start.allFinite()) throw std::invalid_argument("is no number at t = 0, or its derivatives are none");
    return made;
  }
  template <class Pose>
  requires std::is_same_v<Pose, desc::PoseTransitionMotion> || std::is_same_v<Pose, desc::PoseSplineMotion> ||
      std::is_same_v<Pose, desc::PoseMotion>
          ReferencePtr operator()(const Pose&) {
    throw std::invalid_argument("is a motion of poses, this controller follows numbers: " + std::string(Pose::kType) +
                                " is for controllers that lead a frame (task_space, inverse_statics, pose_tracking)");
  }

 private:
  double number(const desc::Number& value, const char* key) { return context_.number(value, path_ + key); }
  VecX entries(const desc::EntryNumbers& value, const std::string& key) {
    return entryValues(value, size_, context_, path_ + key);
  }
  ReferencePtr round(const desc::CircleMotion& m, double pitch) {
    if (size_ != 3) throw std::invalid_argument(wrongSize(3));
    return makeHelixReference(context_.vector(m.center, path_ + ".center"), number(m.radius, ".radius"),
                              context_.vector(m.normal, path_ + ".normal"), number(m.period, ".period"),
                              number(m.phase, ".phase"), pitch);
  }
  std::string wrongSize(std::size_t given) const {
    return "gives " + std::to_string(given) + " numbers, what follows it has " + std::to_string(size_) + " coordinates";
  }

  int size_;
  BuildContext& context_;
  const std::string& path_;
};

}  // namespace

SplineEnd splineEnd(desc::SplineEnds ends) {
  constexpr std::array kEnds = {SplineEnd::kFree, SplineEnd::kRest, SplineEnd::kPeriodic};
  return kEnds[static_cast<std::size_t>(ends)];
}

VecX entryValues(const desc::OneOrMany<desc::Number>& value, int size, BuildContext& context, const std::string& path) {
  VecX given = context.numbers(value.values, path);
  if (given.size() == 1) return VecX::Constant(size, given[0]);
  if (given.size() == size) return given;
  context.error(
      path,
      "has " + std::to_string(given.size()) + " numbers, what follows it has " + std::to_string(size) + " coordinates",
      "give one number for all, or one per coordinate");
  return VecX::Zero(size);
}

std::shared_ptr<const Reference> buildReference(const desc::ReferenceMotion& motion, int size, BuildContext& context,
                                                const std::string& path) {
  try {
    return std::visit(ReferenceBuilder(size, context, path), motion.type);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
    return nullptr;
  }
}

}  // namespace tendril
