// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/plugin/plugin_functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kMostFunctions = 1000, kMostGaussPoints = 100, kMostBreakpoints = 1000;
constexpr std::size_t kLongestText = 300;

std::string textOf(const char* text) {
  return text ? std::string(text, strnlen(text, kLongestText)) : std::string();
}

bool allFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

std::string PluginCaller::callThrough(int (*function)(const void*), const void* context) const {
  try {
    const int status = function(context);
    if (status == 0) return {};
    const std::string why = lastError_ ? textOf(lastError_()) : std::string();
    return "reports error " + std::to_string(status) + (why.empty() ? "" : " (" + why + ")");
  } catch (const std::exception& error) {
    return "throws an exception (" + textOf(error.what()) + ")";
  } catch (...) {
    return "throws an exception that says nothing";
  }
}

PluginBasis::PluginBasis(PluginCallerPtr caller, const TendrilBasis& table)
    : caller_(std::move(caller)), table_(table), name_(textOf(table.name)), meaning_(textOf(table.meaning)) {}

void PluginBasis::fail(int order, const std::string& what) const {
  throw std::invalid_argument("basis \"" + name_ + "\" of the plugin " + plugin() + " " + what + " at order " +
                              std::to_string(order));
}

int PluginBasis::number(int (*function)(int), int order, int largest, const char* what) const {
  int answer = 0;
  const std::string why = caller_->call([&] { return answer = function(order), 0; });
  if (!why.empty()) fail(order, why);
  if (answer < 1 || answer > largest)
    fail(order, "has " + std::to_string(answer) + ' ' + what + " (1 to " + std::to_string(largest) + " are possible)");
  return answer;
}

int PluginBasis::count(int order) const {
  return number(table_.count, order, kMostFunctions, "functions");
}

int PluginBasis::gaussPoints(int order) const {
  return number(table_.gauss_points, order, kMostGaussPoints, "Gauss points");
}

std::vector<double> PluginBasis::breakpoints(int order) const {
  if (!table_.breakpoints) return {};
  std::vector<double> out(kMostBreakpoints);
  int count = 0;
  const std::string why =
      caller_->call([&] { return count = table_.breakpoints(order, out.data(), kMostBreakpoints), 0; });
  if (!why.empty()) fail(order, why);
  if (count < 0 || count > kMostBreakpoints) fail(order, "has " + std::to_string(count) + " breakpoints");
  out.resize(static_cast<std::size_t>(count));
  double before = 0;
  for (const double s : out) {
    if (!(s > before && s < 1)) fail(order, "has breakpoints that do not ascend between 0 and 1");
    before = s;
  }
  return out;
}

std::vector<double> PluginBasis::evaluate(int order, int count, std::span<const double> s) const {
  std::vector<double> values(s.size() * static_cast<std::size_t>(count), std::nan(""));
  const std::string why =
      caller_->call([&] { return table_.evaluate(order, static_cast<int>(s.size()), s.data(), values.data()); });
  if (!why.empty()) fail(order, why);
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad == values.end()) return values;
  const auto index = static_cast<std::size_t>(bad - values.begin()), n = static_cast<std::size_t>(count);
  fail(order, "gives a value that is not finite (function " + std::to_string(index % n) +
                  " at s = " + std::to_string(s[index / n]) + ")");
}

PluginPrimitive::PluginPrimitive(PluginCallerPtr caller, const TendrilPrimitive& table)
    : caller_(std::move(caller)),
      table_(table),
      name_(textOf(table.name)),
      meaning_(textOf(table.meaning)),
      limit_(textOf(table.limit)) {}

std::string PluginPrimitive::evaluate(int degree, const std::array<double, kVariables>& at, std::span<double> out,
                                      double& margin) const {
  margin = std::nan("");
  std::ranges::fill(out, margin);
  std::string why = caller_->call([&] { return table_.evaluate(degree, 1, at.data(), out.data(), &margin); });
  if (why.empty() && !(allFinite(out) && std::isfinite(margin))) why = "gives a value that is not finite";
  return why;
}

PluginLaw::PluginLaw(PluginCallerPtr caller, const TendrilLaw& table)
    : caller_(std::move(caller)), table_(table), name_(textOf(table.name)), meaning_(textOf(table.meaning)) {
  for (int i = 0; i < table.coefficient_count; ++i) {
    const TendrilCoefficient& c = table.coefficients[i];
    coefficients_.push_back({textOf(c.name), textOf(c.unit), textOf(c.meaning), c.standard, c.minimum, c.maximum});
  }
}

std::string PluginLaw::evaluate(std::span<const double> coefficients, double I1, double I2,
                                std::array<double, 6>& out) const {
  out.fill(std::nan(""));
  std::string why = caller_->call([&] { return table_.evaluate(coefficients.data(), 1, &I1, &I2, out.data()); });
  if (why.empty() && !allFinite(out)) why = "gives a value that is not finite";
  return why;
}

}  // namespace tendril
