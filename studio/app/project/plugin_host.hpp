// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <vector>

#include "core/plugins/loader.hpp"
#include "widgets/plugins/plugins_popover.hpp"

namespace tendril {

/// The plugins of the user's folder and which of them may run. Consent is for one content at one path: a file that has
/// changed must be allowed again, and so must one that was being loaded when the program ended.
class PluginHost : public QObject {
  Q_OBJECT
 public:
  using State = PluginRow::State;

  struct Plugin {
    QString file;  ///< absolute path
    State state = State::kWaiting;
    bool allowed = false;      ///< also at the next start
    bool interrupted = false;  ///< the program ended while it was being loaded
    PluginReport report = {};  ///< of a loaded or faulty one
  };

  explicit PluginHost(QObject* parent = nullptr);
  ~PluginHost() override;

  /// Where plugins are looked for, whether it exists or not.
  static QString folder();
  /// Looks what there is and loads, now, what is allowed. For the start, before a project is read.
  void loadAllowed();
  /// Looks what there is, and loads beside the window what is allowed and not loaded.
  void search();
  /// Remembers the consent and loads beside the window.
  void allow(const QString& file);
  /// Takes the consent back. What is loaded stays until the program ends.
  void forget(const QString& file);

  const std::vector<Plugin>& plugins() const { return plugins_; }
  /// Neither allowed nor loaded.
  std::vector<Plugin> waiting() const;

 Q_SIGNALS:
  void changed();
  /// Something was loaded: there is more to choose from.
  void loaded(const tendril::PluginReport& report);
  /// It was tried and left out.
  void refused(const tendril::PluginReport& report);

 private:
  void look();
  Plugin* find(const QString& file);
  void take(const PluginReport& report);
  void begin(Plugin& plugin);

  std::vector<Plugin> plugins_;
  QThreadPool pool_;
};

}  // namespace tendril
