// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/plugin_actions.hpp"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include "studio/app/context/studio_context.hpp"

namespace tendril {
namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

PluginRow rowOf(const PluginHost::Plugin& plugin) {
  const PluginReport& report = plugin.report;
  PluginRow row{.file = plugin.file,
                .name = text(report.name),
                .version = text(report.version),
                .author = text(report.author),
                .meaning = text(report.description),
                .offers = {},
                .problems = {},
                .state = plugin.state,
                .allowed = plugin.allowed};
  for (const CatalogueEntry& offer : report.offers)
    row.offers << text(std::string(offerKindName(offer.kind))) + u' ' + text(offer.name);
  for (const std::string& problem : report.problems) row.problems << text(problem);
  if (plugin.interrupted)
    row.problems << PluginActions::tr("Tendril ended while it was being loaded: it may be the reason.");
  return row;
}

}  // namespace

PluginActions::PluginActions(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      host_(context.plugins()),
      list_(new PluginsPopover(&context.window())) {
  open_ = context.actions().add(tr("Plugins…"), "plugin", {}, [this] { openList(); });
  open_->setObjectName("plugins");
  connect(&host_, &PluginHost::changed, this, &PluginActions::showList);
  // What happens before the window is there waits for greet().
  connect(&host_, &PluginHost::refused, this, [this](const PluginReport& report) {
    if (context_.window().isVisible()) tellRefused(report);
  });
  connect(&host_, &PluginHost::loaded, this, [this](const PluginReport& report) {
    if (context_.window().isVisible())
      context_.notices().show({.severity = Notice::Severity::kInfo,
                               .title = tr("Plugin %1 is loaded").arg(text(report.name)),
                               .advice = text(report.description),
                               .details = {}});
  });
  connect(list_, &PluginsPopover::allowRequested, &host_, &PluginHost::allow);
  connect(list_, &PluginsPopover::forgetRequested, &host_, &PluginHost::forget);
  connect(list_, &PluginsPopover::searchRequested, &host_, &PluginHost::search);
  connect(list_, &PluginsPopover::folderRequested, this, [] {
    QDir().mkpath(PluginHost::folder());
    QDesktopServices::openUrl(QUrl::fromLocalFile(PluginHost::folder()));
  });
  showList();
}

void PluginActions::openList() {
  host_.search();
  list_->openCentred();
}

void PluginActions::showList() {
  std::vector<PluginRow> rows;
  for (const PluginHost::Plugin& plugin : host_.plugins()) rows.push_back(rowOf(plugin));
  list_->setPlugins(QDir::toNativeSeparators(PluginHost::folder()), rows);
}

void PluginActions::greet() {
  for (const PluginHost::Plugin& plugin : host_.plugins())
    if (plugin.state == PluginHost::State::kFaulty) tellRefused(plugin.report);
  ask();
}

void PluginActions::ask() {
  const std::vector<PluginHost::Plugin> waiting = host_.waiting();
  if (waiting.size() == 1) return askFor(waiting.front());
  if (waiting.empty()) return;
  auto* show = new QAction(tr("Show them"), this);
  connect(show, &QAction::triggered, this, &PluginActions::openList);
  context_.notices().show({.severity = Notice::Severity::kInfo,
                           .title = tr("%1 plugins were found and not loaded").arg(waiting.size()),
                           .advice = tr("They run as part of Tendril, with all your rights: allow only those "
                                        "whose origin you trust."),
                           .details = {},
                           .actions = {show}});
}

void PluginActions::askFor(const PluginHost::Plugin& plugin) {
  auto* allow = new QAction(tr("Allow"), this);
  auto* later = new QAction(tr("Not now"), this);
  connect(allow, &QAction::triggered, this, [this, file = plugin.file] { host_.allow(file); });
  const QString name = QFileInfo(plugin.file).fileName();
  const QString found = plugin.interrupted ? tr("Tendril ended while plugin “%1” was being loaded. Load it again?")
                                           : tr("Plugin “%1” was found. Load it?");
  context_.notices().show({.severity = plugin.interrupted ? Notice::Severity::kWarning : Notice::Severity::kInfo,
                           .title = found.arg(name),
                           .advice = tr("It runs as part of Tendril, with all your rights: allow it only if you "
                                        "trust where it comes from. It is in %1.")
                                         .arg(QDir::toNativeSeparators(QFileInfo(plugin.file).absolutePath())),
                           .details = {},
                           .actions = {allow, later}});
}

void PluginActions::tellRefused(const PluginReport& report) {
  Notice notice{.severity = Notice::Severity::kError, .title = {}, .advice = {}, .details = {}};
  notice.title = tr("Plugin “%1” was left out").arg(QFileInfo(text(report.file.string())).fileName());
  notice.advice = text(report.problems.front());
  if (report.problems.size() > 1)
    for (const std::string& problem : report.problems) notice.details << text(problem);
  context_.notices().show(notice);
}

}  // namespace tendril
