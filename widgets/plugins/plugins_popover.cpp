// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plugins/plugins_popover.hpp"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kListWidth = 520, kTallestList = 420;

QLabel* wrapped(const QString& text, bool secondary = true) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);  // a plugin chooses its own words
  label->setWordWrap(true);
  label->setMinimumWidth(0);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  if (secondary) label->setProperty("role", "secondary");
  return label;
}

struct Look {
  const char* icon;
  Token token;
};

Look lookOf(PluginRow::State state) {
  switch (state) {
    case PluginRow::State::kLoaded:
      return {"check", Token::kGood};
    case PluginRow::State::kFaulty:
      return {"error", Token::kError};
    case PluginRow::State::kWaiting:
    case PluginRow::State::kLoading:
      break;
  }
  return {"info", Token::kSecondary};
}

QString titleOf(const PluginRow& plugin) {
  if (plugin.name.isEmpty()) return QFileInfo(plugin.file).fileName();
  return plugin.version.isEmpty() ? plugin.name : plugin.name + u' ' + plugin.version;
}

QString stateText(const PluginRow& plugin) {
  const auto tr = [](const char* source) { return PluginsPopover::tr(source); };
  switch (plugin.state) {
    case PluginRow::State::kWaiting:
      return tr("not loaded: nothing of it has run");
    case PluginRow::State::kLoading:
      return tr("being loaded…");
    case PluginRow::State::kLoaded:
      return plugin.allowed ? QString() : tr("loaded until Tendril is closed");
    case PluginRow::State::kFaulty:
      break;
  }
  return tr("left out");
}

QPushButton* outlined(const QString& text, const QString& name) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setProperty("role", "outlined");
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

PluginsPopover::PluginsPopover(QWidget* window) : Popover(window), scroll_(new QScrollArea), place_(wrapped({})) {
  setObjectName("plugins");
  setProperty("helpGuide", "modelling.md#plugins");
  setAccessibleName(tr("Plugins"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(2 * kGrid);
  auto* title = new QLabel(tr("Plugins"));
  title->setProperty("role", "heading");
  layout->addWidget(title);
  layout->addWidget(scroll_);
  layout->addWidget(makeFoot());
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  scroll_->setFixedWidth(kListWidth);
}

QWidget* PluginsPopover::makeFoot() {
  auto* foot = new QWidget;
  auto* layout = new QVBoxLayout(foot);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2 * kGrid);
  place_->setFixedWidth(kListWidth);
  layout->addWidget(place_);
  auto* across = new QHBoxLayout;
  across->setSpacing(2 * kGrid);
  QPushButton* open = outlined(tr("Open the folder"), "plugins_folder");
  QPushButton* search = outlined(tr("Look again"), "plugins_search");
  connect(open, &QPushButton::clicked, this, &PluginsPopover::folderRequested);
  connect(search, &QPushButton::clicked, this, &PluginsPopover::searchRequested);
  across->addWidget(open);
  across->addWidget(search);
  across->addStretch(1);
  layout->addLayout(across);
  return foot;
}

void PluginsPopover::setPlugins(const QString& folder, const std::vector<PluginRow>& plugins) {
  place_->setText(tr("Tendril looks for plugins in %1. They run as part of the program, with all your rights: allow "
                     "only those whose origin you trust.")
                      .arg(folder));
  auto* list = new QWidget;
  auto* layout = new QVBoxLayout(list);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(3 * kGrid);
  if (plugins.empty())
    layout->addWidget(
        wrapped(tr("There are none. A plugin adds strain bases, deformation primitives and material "
                   "laws; plugins/README.md says how to write one.")));
  for (const PluginRow& plugin : plugins) layout->addWidget(rowOf(plugin));
  layout->addStretch(1);
  // The click that leads here may come from a button of the old list.
  if (QWidget* old = scroll_->takeWidget()) old->deleteLater();
  scroll_->setWidget(list);
  list->setAutoFillBackground(false);
  const int wanted = layout->heightForWidth(kListWidth - 8);  // lines wrap: the hint is of narrower ones
  scroll_->setFixedHeight(std::clamp(wanted, kRowHeight, kTallestList));
  if (isVisible()) adjustSize();
}

QWidget* PluginsPopover::rowOf(const PluginRow& plugin) {
  auto* row = new QWidget;
  row->setObjectName("plugin_" + QFileInfo(plugin.file).fileName());
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(2 * kGrid);
  const auto [icon, token] = lookOf(plugin.state);
  auto* mark = new QLabel;
  mark->setPixmap(themeIcon(icon, token).pixmap(kSmallIconSize, kSmallIconSize));
  across->addWidget(mark, 0, Qt::AlignTop);
  auto* down = new QVBoxLayout;
  down->setSpacing(2);
  QLabel* title = wrapped(titleOf(plugin), false);
  QFont bold = AppTheme::font();
  bold.setWeight(QFont::DemiBold);
  title->setFont(bold);
  down->addWidget(title);
  if (!plugin.meaning.isEmpty()) down->addWidget(wrapped(plugin.meaning, false));
  if (!plugin.offers.isEmpty()) down->addWidget(wrapped(plugin.offers.join(QStringLiteral(", "))));
  if (!plugin.author.isEmpty()) down->addWidget(wrapped(tr("by %1").arg(plugin.author)));
  QLabel* file = wrapped(plugin.file);
  file->setFont(AppTheme::numberFont());
  down->addWidget(file);
  if (const QString state = stateText(plugin); !state.isEmpty()) down->addWidget(wrapped(state));
  for (const QString& problem : plugin.problems) down->addWidget(wrapped(problem, false));
  across->addLayout(down, 1);
  across->addWidget(buttonOf(plugin), 0, Qt::AlignTop);
  return row;
}

QWidget* PluginsPopover::buttonOf(const PluginRow& plugin) {
  const QString file = plugin.file, name = QFileInfo(file).fileName();
  if (plugin.allowed) {
    QPushButton* forget = outlined(tr("Forget"), "plugin_forget_" + name);
    forget->setToolTip(tr("Do not load it at the next start"));
    connect(forget, &QPushButton::clicked, this, [this, file] { Q_EMIT forgetRequested(file); });
    return forget;
  }
  QPushButton* allow = outlined(tr("Allow"), "plugin_allow_" + name);
  allow->setToolTip(tr("Load it now and at every start"));
  allow->setEnabled(plugin.state != PluginRow::State::kLoading);
  connect(allow, &QPushButton::clicked, this, [this, file] { Q_EMIT allowRequested(file); });
  return allow;
}

}  // namespace tendril
