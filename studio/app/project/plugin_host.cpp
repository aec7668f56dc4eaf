// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/plugin_host.hpp"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace tendril {
namespace {

constexpr auto kAllowed = "plugins/allowed", kLoading = "plugins/loading";

/// Of path and content; empty if the file cannot be read.
QString fingerprintOf(const QString& file) {
  QFile content(file);
  if (!content.open(QIODevice::ReadOnly)) return {};
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QFileInfo(file).absoluteFilePath().toUtf8());
  if (!hash.addData(&content)) return {};
  return QString::fromLatin1(hash.result().toHex());
}

QStringList allowedPrints() {
  return QSettings().value(kAllowed).toStringList();
}

bool isAllowed(const QString& file) {
  const QString print = fingerprintOf(file);
  return !print.isEmpty() && allowedPrints().contains(print);
}

void setAllowed(const QString& file, bool allowed) {
  const QString print = fingerprintOf(file);
  QStringList prints = allowedPrints();
  prints.removeAll(print);
  if (allowed && !print.isEmpty()) prints << print;
  QSettings().setValue(kAllowed, prints);
}

/// Loads, and leaves a mark as long as it takes: a plugin that ends the program is not tried again unasked.
PluginReport loadMarked(const QString& file) {
  QSettings settings;
  settings.setValue(kLoading, file);
  settings.sync();
  PluginReport report = loadPlugin(file.toStdString());
  settings.remove(kLoading);
  settings.sync();
  report.file = file.toStdString();
  return report;
}

}  // namespace

PluginHost::PluginHost(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

PluginHost::~PluginHost() {
  pool_.clear();
  pool_.waitForDone();
}

QString PluginHost::folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/plugins");
}

PluginHost::Plugin* PluginHost::find(const QString& file) {
  const auto found = std::ranges::find(plugins_, file, &Plugin::file);
  return found == plugins_.end() ? nullptr : &*found;
}

void PluginHost::look() {
  const QString broken = QSettings().value(kLoading).toString();
  std::vector<Plugin> now;
  for (const std::filesystem::path& path : pluginFiles(folder().toStdString())) {
    const QString file = QFileInfo(QString::fromStdString(path.string())).absoluteFilePath();
    if (const Plugin* known = find(file)) {
      now.push_back(*known);
      now.back().allowed = isAllowed(file);
      continue;
    }
    const bool interrupted = file == broken;
    if (interrupted) setAllowed(file, false);
    now.push_back({.file = file, .allowed = !interrupted && isAllowed(file), .interrupted = interrupted});
  }
  if (!broken.isEmpty()) QSettings().remove(kLoading);
  for (const Plugin& known : plugins_)  // loaded ones stay, whatever became of their files
    if (known.state == State::kLoaded && std::ranges::find(now, known.file, &Plugin::file) == now.end())
      now.push_back(known);
  plugins_ = std::move(now);
}

void PluginHost::loadAllowed() {
  look();
  for (std::size_t i = 0; i < plugins_.size(); ++i)
    if (plugins_[i].allowed && plugins_[i].state == State::kWaiting) take(loadMarked(plugins_[i].file));
  Q_EMIT changed();
}

void PluginHost::search() {
  if (pool_.activeThreadCount() > 0) return;  // its mark would look like that of a plugin that ended the program
  look();
  for (Plugin& plugin : plugins_)
    if (plugin.allowed && plugin.state == State::kWaiting) begin(plugin);
  Q_EMIT changed();
}

void PluginHost::allow(const QString& file) {
  Plugin* plugin = find(file);
  if (!plugin || plugin->state == State::kLoading) return;
  setAllowed(file, true);
  plugin->allowed = isAllowed(file), plugin->interrupted = false;
  if (plugin->state != State::kLoaded) begin(*plugin);
  Q_EMIT changed();
}

void PluginHost::forget(const QString& file) {
  Plugin* plugin = find(file);
  if (!plugin) return;
  setAllowed(file, false);
  plugin->allowed = false;
  Q_EMIT changed();
}

std::vector<PluginHost::Plugin> PluginHost::waiting() const {
  std::vector<Plugin> out;
  std::ranges::copy_if(plugins_, std::back_inserter(out),
                       [](const Plugin& plugin) { return !plugin.allowed && plugin.state == State::kWaiting; });
  return out;
}

void PluginHost::begin(Plugin& plugin) {
  plugin.state = State::kLoading;
  pool_.start([this, file = plugin.file] {
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, report = loadMarked(file)] { take(report); }, Qt::QueuedConnection);
  });
}

void PluginHost::take(const PluginReport& report) {
  Plugin* plugin = find(QString::fromStdString(report.file.string()));
  if (!plugin) return;
  plugin->state = report.loaded() ? State::kLoaded : State::kFaulty;
  plugin->report = report;
  Q_EMIT changed();
  if (report.loaded()) {
    Q_EMIT loaded(report);
  } else {
    Q_EMIT refused(report);
  }
}

}  // namespace tendril
