// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/path_edits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/builder/parts/evaluator.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

using Numbers = desc::OneOrMany<desc::Number>;

constexpr int kDigits = 4;          // below the leading one of the whole path: what a hand can mean
constexpr double kRest = 1;         // delay: to set out or to stop
constexpr double kBack = 2;         // delay: where a path turns straight back
constexpr std::size_t kPlaces = 3;  // entries of a position
constexpr double kPeak = 1.875;     // highest speed of the least jerk, over the mean one
constexpr double kSame = 1e-9;      // of the whole path

bool fail(std::vector<Problem>& problems, const desc::Controller* controller, std::string message, std::string cure) {
  const std::string path = controller ? "controllers." + controller->name + ".reference" : "controllers";
  problems.push_back({.path = path, .message = std::move(message), .cure = std::move(cure)});
  return false;
}

const desc::SplineMotion* splineOf(const Description& description, ObjectId controller) {
  const desc::Controller* found = objectOf(description.controllers, controller);
  const desc::LeadingController* leading = found ? leadingOf(found->type) : nullptr;
  if (!leading || leading->task == desc::TaskKind::kOrientation) return nullptr;
  return std::get_if<desc::SplineMotion>(&leading->reference.type);
}

/// Multiple of a round step that is so much finer than `size`.
double onGrid(double value, double size) {
  if (!(size > 0)) return value;
  const double places = kDigits - std::floor(std::log10(size));
  const double scale = std::pow(10.0, std::abs(places));
  return places >= 0 ? std::round(value * scale) / scale : std::round(value / scale) * scale;
}

double sizeOf(const std::vector<Vec3>& points) {
  double size = 0;
  for (const Vec3& point : points) size = std::max(size, (point - points.front()).norm());
  return size;
}

/// Entries behind the position: the orientation of a pose, as where the motion before began.
std::vector<desc::Number> turnOf(const desc::LeadingController& leading) {
  if (leading.task != desc::TaskKind::kPose) return {};
  std::vector<desc::Number> out(kPlaces, 0.0);
  const auto take = [&](const Numbers& values) {
    for (std::size_t i = 0; i < kPlaces && values.values.size() == 2 * kPlaces; ++i)
      out[i] = values.values[kPlaces + i];
  };
  if (const auto* rest = std::get_if<desc::ConstantMotion>(&leading.reference.type)) take(rest->value);
  if (const auto* way = std::get_if<desc::PolynomialMotion>(&leading.reference.type)) take(way->from);
  if (const auto* way = std::get_if<desc::HalfCosineMotion>(&leading.reference.type)) take(way->from);
  if (const auto* way = std::get_if<desc::SplineMotion>(&leading.reference.type))
    if (!way->points.empty()) take(way->points.front());
  return out;
}

Numbers entriesOf(const Vec3& place, const std::vector<desc::Number>& turn) {
  Numbers out;
  out.values.assign(place.begin(), place.end());
  out.values.insert(out.values.end(), turn.begin(), turn.end());
  out.list = true;
  return out;
}

/// The same with another position.
void move(Numbers& entries, const Vec3& place, std::size_t count) {
  if (!entries.list) entries.values.resize(count, entries.values.front());
  entries.list = true;
  for (std::size_t i = 0; i < kPlaces && i < entries.values.size(); ++i)
    entries.values[i] = place[static_cast<Eigen::Index>(i)];
}

/// Lengths of the chords, m; empty where one is none.
std::vector<double> waysOf(const DrawnPath& path) {
  const std::size_t count = path.points.size(), pieces = path.closed ? count : count - 1;
  const double size = sizeOf(path.points);
  std::vector<double> ways;
  for (std::size_t i = 0; i < pieces; ++i) {
    ways.push_back((path.points[(i + 1) % count] - path.points[i]).norm());
    if (!(ways.back() > kSame * size) || !std::isfinite(ways.back())) return {};
  }
  return ways;
}

/// How much longer a piece takes for what happens at one of its ends, over its time at full speed.
double delayAt(const DrawnPath& path, std::size_t point) {
  const std::size_t count = path.points.size();
  if (!path.closed && (point == 0 || point + 1 == count)) return kRest;
  if (path.profile != SpeedProfile::kCorners) return 0;
  const Vec3& here = path.points[point % count];
  const Vec3 before = (here - path.points[(point + count - 1) % count]).normalized();
  const Vec3 behind = (path.points[(point + 1) % count] - here).normalized();
  return kBack * (1 - before.dot(behind)) / 2;
}

/// When the points are passed at speed 1, from 0.
std::vector<double> chordTimes(const DrawnPath& path, const std::vector<double>& ways) {
  std::vector<double> times = {0};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const double delay = ways.size() == 1 ? kRest : delayAt(path, i) + delayAt(path, i + 1);
    times.push_back(times.back() + ways[i] * (1 + delay));
  }
  return times;
}

/// The same for the least jerk over the whole way, with 1 as the highest speed.
std::vector<double> smoothTimes(const std::vector<double>& ways) {
  const double whole = std::accumulate(ways.begin(), ways.end(), 0.0);
  std::vector<double> times = {0};
  double way = 0;
  for (const double piece : ways) {
    way += piece;
    double low = 0, high = 1;
    while (high - low > 1e-12) {
      const double x = (low + high) / 2;
      (x * x * x * (10 - 15 * x + 6 * x * x) < way / whole ? low : high) = x;
    }
    times.push_back(kPeak * whole * (low + high) / 2);
  }
  return times;
}

/// Makes the simulation so long that all of the path is seen.
void lastAtLeast(Description& description, double end) {
  std::vector<Problem> problems;
  Evaluator evaluator(description, problems);
  if (!(evaluator.number(description.simulation.duration, "simulation.duration") >= end))
    description.simulation.duration = end;
}

}  // namespace

desc::LeadingController* leadingOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::LeadingController* {
        if constexpr (requires { each.task; }) return &each;
        return nullptr;
      },
      type);
}

const desc::LeadingController* leadingOf(const desc::ControllerType& type) {
  return leadingOf(const_cast<desc::ControllerType&>(type));
}

std::vector<double> pathTimes(const DrawnPath& path) {
  const std::size_t count = path.points.size();
  if (count < 2 || !(path.speed > 0) || !std::isfinite(path.speed)) return {};
  const std::vector<double> ways = waysOf(path);
  if (ways.empty()) return {};
  std::vector<double> times =
      path.profile == SpeedProfile::kSmooth && !path.closed ? smoothTimes(ways) : chordTimes(path, ways);
  for (double& t : times) t = path.start + t / path.speed;
  const double whole = times.back() - times.front();
  std::vector<double> round;
  for (const double t : times) round.push_back(onGrid(t, whole));
  return std::adjacent_find(round.begin(), round.end(), std::greater_equal<>()) == round.end() ? round : times;
}

std::string misfitOfPath(const desc::Controller& controller) {
  const desc::LeadingController* leading = leadingOf(controller.type);
  if (!leading)
    return "“" + controller.name + "” leads no frame: choose a controller in task space or by inverse statics";
  if (leading->task == desc::TaskKind::kOrientation)
    return "“" + controller.name + "” leads an orientation: a path needs a position or a pose";
  return {};
}

Edit drawPath(ObjectId controller, DrawnPath path) {
  return {
      "Draw a path", [controller, path = std::move(path)](Description& changed, std::vector<Problem>& problems) {
        desc::Controller* target = objectOf(changed.controllers, controller);
        if (!target) return fail(problems, target, "there is no such controller any more", "select another one");
        if (const std::string why = misfitOfPath(*target); !why.empty())
          return fail(problems, target, why, "change what it leads");
        const std::vector<double> times = pathTimes(path);
        if (times.empty())
          return fail(problems, target, "a path needs two points that are apart, and a speed above 0",
                      "place more points");
        desc::LeadingController& leading = *leadingOf(target->type);
        const std::vector<desc::Number> turn = turnOf(leading);
        desc::SplineMotion spline;
        spline.ends = path.closed ? desc::SplineEnds::kPeriodic : desc::SplineEnds::kRest;
        const double size = sizeOf(path.points);
        for (std::size_t i = 0; i < times.size(); ++i) {
          const Vec3& at = path.points[i % path.points.size()];
          spline.times.emplace_back(times[i]);
          spline.points.push_back(entriesOf(at.unaryExpr([size](double value) { return onGrid(value, size); }), turn));
        }
        leading.reference.type = std::move(spline);
        lastAtLeast(changed, times.back());
        return true;
      }};
}

std::vector<Vec3> pathPoints(const Description& description, ObjectId controller) {
  const desc::SplineMotion* spline = splineOf(description, controller);
  if (!spline) return {};
  std::vector<Problem> problems;
  Evaluator evaluator(description, problems);
  std::vector<Vec3> out;
  for (const Numbers& point : spline->points) {
    Vec3 place;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const std::size_t from = point.list ? i : 0;
      if (from >= point.values.size()) return {};
      place[static_cast<Eigen::Index>(i)] = evaluator.number(point.values[from], "reference");
    }
    if (!place.allFinite()) return {};
    out.push_back(place);
  }
  if (spline->ends == desc::SplineEnds::kPeriodic && out.size() > 1) out.pop_back();
  return out;
}

bool isPathClosed(const Description& description, ObjectId controller) {
  const desc::SplineMotion* spline = splineOf(description, controller);
  return spline && spline->ends == desc::SplineEnds::kPeriodic;
}

Edit movePathPoint(ObjectId controller, std::size_t point, const Vec3& place) {
  return {"Move a point of the path", [controller, point, place](Description& changed, std::vector<Problem>& problems) {
            desc::Controller* target = objectOf(changed.controllers, controller);
            desc::LeadingController* leading = target ? leadingOf(target->type) : nullptr;
            auto* spline = leading ? std::get_if<desc::SplineMotion>(&leading->reference.type) : nullptr;
            if (!spline || point >= spline->points.size() || leading->task == desc::TaskKind::kOrientation)
              return fail(problems, target, "this path has no such point any more", "select the controller again");
            const double size = sizeOf(pathPoints(changed, controller));
            const Vec3 round = place.unaryExpr([size](double value) { return onGrid(value, size); });
            const std::size_t count = leading->task == desc::TaskKind::kPose ? 2 * kPlaces : kPlaces;
            move(spline->points[point], round, count);
            if (spline->ends == desc::SplineEnds::kPeriodic && (point == 0 || point + 1 == spline->points.size())) {
              move(spline->points.front(), round, count);
              move(spline->points.back(), round, count);
            }
            return true;
          }};
}

}  // namespace tendril::edits
