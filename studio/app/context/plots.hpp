// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace tendril {

class PlotCard;
class SignalCatalogue;

/// The plots as the rest of the window knows them.
class Plots {
 public:
  virtual ~Plots() = default;
  /// Signals of the robot that is shown; null while there is none.
  virtual std::shared_ptr<const SignalCatalogue> catalogue() const = 0;
  /// The plot in use; null: there is none.
  virtual PlotCard* current() const = 0;
  /// The keyboard writes to one of them.
  virtual bool haveFocus() const = 0;
};

}  // namespace tendril
