// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "widgets/palette/command_palette.hpp"

class QMenu;

namespace tendril {

class StudioContext;

/// Ctrl+K: everything that can be done or gone to, by a few letters of its name.
class PaletteActions : public QObject {
  Q_OBJECT
 public:
  explicit PaletteActions(StudioContext& context);

  /// Actions, panels, objects of the robot, fields, signals, examples.
  std::vector<PaletteEntry> entries() const;

 private:
  void addActions(std::vector<PaletteEntry>& entries) const;
  void addMenuEntries(std::vector<PaletteEntry>& entries) const;
  void addMenuEntries(const QMenu& menu, std::vector<PaletteEntry>& entries) const;
  void addObjects(std::vector<PaletteEntry>& entries) const;
  void addFields(std::vector<PaletteEntry>& entries) const;
  void addSignals(std::vector<PaletteEntry>& entries) const;
  void addExamples(std::vector<PaletteEntry>& entries) const;

  StudioContext& context_;
  CommandPalette* palette_;
};

}  // namespace tendril
