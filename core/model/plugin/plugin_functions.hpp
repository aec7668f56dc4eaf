// SPDX-License-Identifier: BSD-3-Clause
// What plugins add, with their C functions called safely: an exception or a status other than 0 is an answer, not an
// end.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plugins/sdk/tendril_plugin.h"

namespace tendril {

/// Calls of one plugin's functions.
class PluginCaller {
 public:
  /// `name` of the plugin; `lastError` may be null.
  PluginCaller(std::string name, const char* (*lastError)()) : name_(std::move(name)), lastError_(lastError) {}

  const std::string& name() const { return name_; }
  /// Runs a call that returns a status. Why it failed, or an empty text.
  template <class F>
  std::string call(const F& function) const {
    return callThrough([](const void* f) { return (*static_cast<const F*>(f))(); }, &function);
  }

 private:
  std::string callThrough(int (*function)(const void*), const void* context) const;

  std::string name_;
  const char* (*lastError_)();
};

using PluginCallerPtr = std::shared_ptr<const PluginCaller>;

/// A strain basis of a plugin.
class PluginBasis {
 public:
  PluginBasis(PluginCallerPtr caller, const TendrilBasis& table);

  const std::string& name() const { return name_; }
  const std::string& meaning() const { return meaning_; }
  const std::string& plugin() const { return caller_->name(); }
  int smallestOrder() const { return table_.smallest_order; }
  int largestOrder() const { return table_.largest_order; }

  /// What a basis of this order consists of. The three throw std::invalid_argument that names the plugin where an
  /// answer cannot be used.
  int count(int order) const;
  int gaussPoints(int order) const;
  std::vector<double> breakpoints(int order) const;
  /// values[i·count + k] of function k at s[i]; throws likewise, also where a value is not finite.
  std::vector<double> evaluate(int order, int count, std::span<const double> s) const;

 private:
  [[noreturn]] void fail(int order, const std::string& what) const;
  int number(int (*function)(int), int order, int largest, const char* what) const;

  PluginCallerPtr caller_;
  TendrilBasis table_;
  std::string name_, meaning_;
};

/// A primitive of a plugin.
class PluginPrimitive {
 public:
  static constexpr int kVariables = 5;  ///< x, y, z, m, M

  PluginPrimitive(PluginCallerPtr caller, const TendrilPrimitive& table);

  const std::string& name() const { return name_; }
  const std::string& meaning() const { return meaning_; }
  const std::string& limit() const { return limit_; }
  const std::string& plugin() const { return caller_->name(); }
  bool opensAxis() const { return table_.opens_axis != 0; }
  double modeSize() const { return table_.mode_size; }
  double integralSize() const { return table_.integral_size; }

  /// Taylor coefficients at (x, y, z, m, M) up to `degree`, component after component. Why they cannot be used, or an
  /// empty text.
  std::string evaluate(int degree, const std::array<double, kVariables>& at, std::span<double> out,
                       double& margin) const;

 private:
  PluginCallerPtr caller_;
  TendrilPrimitive table_;
  std::string name_, meaning_, limit_;
};

/// A material law of a plugin.
class PluginLaw {
 public:
  struct Coefficient {
    std::string name, unit, meaning;
    double standard, minimum, maximum;
  };

  PluginLaw(PluginCallerPtr caller, const TendrilLaw& table);

  const std::string& name() const { return name_; }
  const std::string& meaning() const { return meaning_; }
  const std::string& plugin() const { return caller_->name(); }
  const std::vector<Coefficient>& coefficients() const { return coefficients_; }

  /// W, W1, W2, W11, W12, W22. Why they cannot be used, or an empty text.
  std::string evaluate(std::span<const double> coefficients, double I1, double I2, std::array<double, 6>& out) const;

 private:
  PluginCallerPtr caller_;
  TendrilLaw table_;
  std::string name_, meaning_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace tendril
