// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

#include "widgets/floating/popover.hpp"

class QLabel;
class QScrollArea;

namespace tendril {

/// A plugin as the list shows it.
struct PluginRow {
  enum class State { kWaiting, kLoading, kLoaded, kFaulty };

  QString file;                            ///< path: where it comes from
  QString name, version, author, meaning;  ///< empty before somebody allowed it: nothing of it has run
  QStringList offers;                      ///< "strain basis wavelet"
  QStringList problems;                    ///< of a faulty one
  State state = State::kWaiting;
  bool allowed = false;  ///< also at the next start
  bool operator==(const PluginRow&) const = default;
};

/// All plugins that were found: what they are, where from, what they offer, what is wrong; allowed and forgotten here.
class PluginsPopover : public Popover {
  Q_OBJECT
 public:
  explicit PluginsPopover(QWidget* window);
  /// `folder`: where plugins are looked for.
  void setPlugins(const QString& folder, const std::vector<PluginRow>& plugins);

 Q_SIGNALS:
  void allowRequested(const QString& file);
  void forgetRequested(const QString& file);
  void folderRequested();
  void searchRequested();

 private:
  QWidget* rowOf(const PluginRow& plugin);
  QWidget* buttonOf(const PluginRow& plugin);
  QWidget* makeFoot();

  QScrollArea* scroll_;
  QLabel* place_;
};

}  // namespace tendril
