// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/bodies/rod_section.hpp"

#include <cctype>
#include <numbers>
#include <stdexcept>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;
const std::vector<std::string> kX = {"X"};

/// Builds the law of each shape: its measures in the order of sectionShapes().
struct SectionBuilder {
  BuildContext& context;
  double length;
  const std::string& path;

  tendril::Measure measure(const desc::Measure& value) const {
    const Curve curve = context.evaluator.measure(value, length, path);
    return [curve](double s) { return curve.value(s); };
  }
  SectionLaw operator()(const desc::CircleSection& s) const { return SectionLaw::shape("circle", {measure(s.radius)}); }
  SectionLaw operator()(const desc::TubeSection& s) const {
    return SectionLaw::shape("tube", {measure(s.radius), measure(s.inner)});
  }
  SectionLaw operator()(const desc::RectangleSection& s) const {
    return SectionLaw::shape("rectangle", {measure(s.height), measure(s.width)});
  }
  SectionLaw operator()(const desc::EllipseSection& s) const {
    return SectionLaw::shape("ellipse", {measure(s.a), measure(s.b)});
  }
  SectionLaw operator()(const desc::ProfileSection& s) const {
    std::vector<Polygon> polygons;
    for (const auto& corners : s.polygons) {
      Polygon& polygon = polygons.emplace_back();
      for (const desc::Number2& corner : corners)
        polygon.emplace_back(context.number(corner[0]), context.number(corner[1]));
    }
    return SectionLaw::profile(std::move(polygons));
  }
};

/// The text with x and x3, metres forward, written as X*L.
std::string metresAsX(std::string_view text) {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && letter(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string_view name = text.substr(i, end - i);
    out += name == "x" || name == "x3" ? std::string_view("(X*L)") : name;
    i = end;
  }
  return out;
}

/// r as an expression of X over the division, so that routes have exact derivatives.
struct RadiusBuilder {
  BuildContext& context;
  double length;

  Expression measure(const desc::Measure& value) const {
    Expression expression = context.evaluator.measure(value, length, {}).expression();
    if (!expression.uses(1) && !expression.uses(2)) return expression;
    desc::Measure ofX;  // a function may read X only
    ofX.formula = metresAsX(value.formula);
    return context.evaluator.measure(ofX, length, {}).expression();
  }
  /// √(a(X) b(X) factor)
  Expression mean(const desc::Measure& a, const desc::Measure& b, double factor) const {
    const std::vector<ExpressionFunction> both = {{"a", std::make_shared<const Expression>(measure(a))},
                                                  {"b", std::make_shared<const Expression>(measure(b))}};
    return Expression::parse("sqrt(a(X)*b(X)*" + numberText(factor) + ")", kX, {}, both);
  }
  Expression operator()(const desc::CircleSection& s) const { return measure(s.radius); }
  Expression operator()(const desc::TubeSection& s) const { return measure(s.radius); }
  Expression operator()(const desc::RectangleSection& s) const { return mean(s.height, s.width, 1 / std::numbers::pi); }
  Expression operator()(const desc::EllipseSection& s) const { return mean(s.a, s.b, 1); }
  Expression operator()(const desc::ProfileSection& s) const {
    static const std::string kNowhere;
    return Expression(SectionBuilder{context, length, kNowhere}(s).radius(0));
  }
};

ExpressionFunction divisionRadius(const desc::RodDivision& part, const std::string& name, BuildContext& context) {
  const RadiusBuilder builder{context, context.number(part.length)};
  return {name, std::make_shared<const Expression>(std::visit(builder, part.section.shape))};
}

}  // namespace

SectionLaw buildSection(const desc::Section& section, double length, BuildContext& context, const std::string& path) {
  const SectionBuilder builder{context, length, path};
  try {
    SectionLaw law = std::visit(builder, section.shape);
    if (section.torsionConstant) law.setTorsionConstant(builder.measure(*section.torsionConstant));
    const double shear = context.number(section.shearFactor);
    if (shear != 1) law.setShearFactor([shear](double) { return shear; });
    return law;
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
    return {};
  }
}

ExpressionFunction radiusFunction(const desc::RodBody& rod, int division, BuildContext& context) {
  const auto parts = rod.parts();
  if (division >= 0) return divisionRadius(parts[static_cast<std::size_t>(division)], "r", context);
  if (parts.size() == 1) return divisionRadius(parts[0], "r", context);
  double total = 0, start = 0;
  for (const desc::RodDivision& part : parts) total += context.number(part.length);
  std::vector<ExpressionFunction> functions;
  std::string text, tail;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double length = context.number(parts[i].length), end = start + length;
    const std::string name = "r" + std::to_string(i);
    functions.push_back(divisionRadius(parts[i], name, context));
    const std::string call = name + "((X-" + numberText(start / total) + ")*" + numberText(total / length) + ")";
    if (i + 1 < parts.size()) {
      text += "if(X<" + numberText(end / total) + "," + call + ",";
      tail += ")";
    } else {
      text += call;
    }
    start = end;
  }
  return {"r", std::make_shared<const Expression>(Expression::parse(text + tail, kX, {}, functions))};
}

}  // namespace tendril
