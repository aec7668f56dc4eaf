// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_card.hpp"

#include <QJsonArray>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/signals/signal_program.hpp"
#include "widgets/plots/flow_layout.hpp"
#include "widgets/plots/mini_button.hpp"
#include "widgets/plots/run_chip.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kMostSignals = 64;
constexpr int kHeadButton = 22;

QString toQt(const std::string& text) {
  return QString::fromStdString(text);
}

/// Coloured bar over the part of a card where a drop would go.
class DropMark : public QWidget {
 public:
  explicit DropMark(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QColor color = AppTheme::instance().color(Token::kAccent);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    color.setAlphaF(0.14f);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 4, 4);
  }
};

/// Names in which people say what was asked for, and what it is compared with.
QString actualName(const QString& reference) {
  for (const char* word : {"reference", "desired", "target"})
    if (reference.contains(QLatin1String(word)))
      return QString(reference).replace(QLatin1String(word), QLatin1String("output"));
  return {};
}

}  // namespace

PlotCard::PlotCard(int id, PlotSource* source, QWidget* parent)
    : QWidget(parent),
      id_(id),
      source_(source),
      head_(new QWidget(this)),
      legend_(new QWidget(head_)),
      title_(new PlotTitle(head_)),
      maximise_(new MiniButton(QStringLiteral("plot-maximise"), tr("Maximise  (M)"), kHeadButton, head_)),
      canvas_(new PlotCanvas(this)),
      figure_(new FigureCanvas(this)),
      drop_(new DropMark(this)) {
  setObjectName(QStringLiteral("plot:%1").arg(id));
  setAcceptDrops(true);
  setMinimumSize(180, 96);
  title_->setAutomatic(tr("Plot %1").arg(id));
  layOut();
  connect(title_, &PlotTitle::edited, this, &PlotCard::changed);
  canvas_->installEventFilter(this);
  figure_->installEventFilter(this);
  figure_->hide();
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] { update(); });
}

void PlotCard::layOut() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head_);
  layout->addWidget(canvas_, 1);
  layout->addWidget(figure_, 1);
  auto* row = new QHBoxLayout(head_);
  row->setContentsMargins(8, 3, 4, 0);
  row->setSpacing(4);
  row->addWidget(title_, 0, Qt::AlignTop);
  QSizePolicy wrapping(QSizePolicy::Expanding, QSizePolicy::Minimum);
  wrapping.setHeightForWidth(true);
  legend_->setSizePolicy(wrapping);
  auto* flow = new FlowLayout(nullptr, 2);
  legend_->setLayout(flow);
  flow->setMore(makeMore());
  row->addWidget(legend_, 1, Qt::AlignTop);
  auto* add = new MiniButton(QStringLiteral("plot-add"), tr("Add signals to this plot  (A)"), kHeadButton, head_);
  auto* menu = new MiniButton(QStringLiteral("plot-menu"), tr("More"), kHeadButton, head_);
  auto* close = new MiniButton(QStringLiteral("close"), tr("Close the plot"), kHeadButton, head_);
  add->setObjectName(QStringLiteral("plotAdd"));
  menu->setObjectName(QStringLiteral("plotMenu"));
  close->setObjectName(QStringLiteral("plotClose"));
  maximise_->setObjectName(QStringLiteral("plotMaximise"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(0);
  for (MiniButton* button : {add, maximise_, menu, close}) buttons->addWidget(button, 0, Qt::AlignTop);
  row->addLayout(buttons);
  connect(add, &MiniButton::clicked, this, &PlotCard::addRequested);
  connect(maximise_, &MiniButton::clicked, this, &PlotCard::maximiseRequested);
  connect(close, &MiniButton::clicked, this, &PlotCard::closeRequested);
  connect(menu, &MiniButton::clicked, this,
          [this, menu] { Q_EMIT menuRequested(menu->mapToGlobal(QPoint(0, menu->height()))); });
}

/// What a low card has no room for is in a menu.
QToolButton* PlotCard::makeMore() {
  auto* more = new QToolButton(legend_);
  more->setObjectName(QStringLiteral("plotMore"));
  more->setProperty("role", "small");
  more->setFont(AppTheme::secondaryFont());
  more->setToolTip(tr("Signals that there is no room for"));
  more->setAccessibleName(more->toolTip());
  more->setFocusPolicy(Qt::TabFocus);
  more->hide();
  auto* menu = new QMenu(more);
  more->setMenu(menu);
  more->setPopupMode(QToolButton::InstantPopup);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    for (const QLayoutItem* left : static_cast<FlowLayout*>(legend_->layout())->leftOut())
      for (const Item& item : items_) {
        if (item.chip != const_cast<QLayoutItem*>(left)->widget()) continue;
        QAction* action = menu->addAction(item.text);
        action->setCheckable(true);
        action->setChecked(item.visible);
        connect(action, &QAction::toggled, this, [this, text = item.text](bool on) { setSignalVisible(text, on); });
      }
  });
  return more;
}

// ---- signals

PlotCard::Item* PlotCard::find(const QString& text) {
  const auto at = std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.text == text; });
  return at == items_.end() ? nullptr : &*at;
}

const PlotCard::Item* PlotCard::find(const QString& text) const {
  return const_cast<PlotCard*>(this)->find(text);
}

bool PlotCard::addSignals(const QStringList& texts) {
  const auto catalogue = source_->catalogue();
  QStringList flat;
  for (const QString& text : texts) {
    const int id = catalogue ? catalogue->find(text.toStdString()) : -1;
    if (id < 0) {
      flat << text;
      continue;
    }
    for (const std::string& part : catalogue->components(id)) flat << toQt(part);
  }
  if (!addItems(flat, false)) return false;
  Q_EMIT wantsChanged();
  rebuild();
  Q_EMIT changed();
  return true;
}

bool PlotCard::addItems(const QStringList& texts, bool asked) {
  bool any = false;
  for (const QString& text : texts) {
    if (text.isEmpty() || find(text) || items_.size() >= kMostSignals) continue;
    items_.push_back({text, freeColor(), true, makeChip(text)});
    items_.back().asked = asked;
    any = true;
  }
  return any;
}

LegendChip* PlotCard::makeChip(const QString& text) {
  auto* chip = new LegendChip(text, legend_);
  legend_->layout()->addWidget(chip);
  chip->show();
  connect(chip, &LegendChip::toggled, this, [this, text](bool on) { setSignalVisible(text, on); });
  // Later: the chip must not vanish in the middle of its own click.
  connect(
      chip, &LegendChip::removeRequested, this, [this, text] { removeSignal(text); }, Qt::QueuedConnection);
  chip->installEventFilter(this);
  return chip;
}

void PlotCard::removeSignal(const QString& text) {
  const auto at = std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.text == text; });
  if (at == items_.end()) return;
  at->chip->hide();
  at->chip->deleteLater();
  legend_->layout()->removeWidget(at->chip);
  items_.erase(at);
  shownCanvas()->setFocus(Qt::OtherFocusReason);
  Q_EMIT wantsChanged();
  rebuild();
  Q_EMIT changed();
}

void PlotCard::renameSignals(const std::function<QString(const QString&)>& newName) {
  const bool along = std::any_of(spec_.x.begin(), spec_.x.end(),
                                 [&](const std::string& text) { return newName(toQt(text)) != toQt(text); });
  const bool any =
      std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return newName(item.text) != item.text; });
  if (!any && !along) return;
  std::vector<Item> renamed;
  for (Item& item : items_) {
    legend_->layout()->removeWidget(item.chip);
    item.chip->hide();
    item.chip->deleteLater();
    item.text = newName(item.text);
    const bool known = std::any_of(renamed.begin(), renamed.end(), [&](const Item& r) { return r.text == item.text; });
    if (!known) renamed.push_back(std::move(item));
  }
  items_ = std::move(renamed);
  for (std::string& text : spec_.x) text = newName(toQt(text)).toStdString();
  for (Item& item : items_) {
    item.chip = makeChip(item.text);
    item.chip->setChecked(item.visible);
  }
  Q_EMIT wantsChanged();
  rebuild();
  Q_EMIT changed();
}

QStringList PlotCard::signalTexts() const {
  QStringList texts;
  for (const Item& item : items_) texts << item.text;
  return texts;
}

void PlotCard::setSignalVisible(const QString& text, bool visible) {
  Item* item = find(text);
  if (!item || item->visible == visible) return;
  item->visible = visible;
  item->chip->setChecked(visible);
  rebuild();
  Q_EMIT changed();
}

bool PlotCard::signalVisible(const QString& text) const {
  const Item* item = find(text);
  return item && item->visible;
}

int PlotCard::signalColor(const QString& text) const {
  const Item* item = find(text);
  return item ? colorOf(*item) : -1;
}

int PlotCard::freeColor() const {
  std::vector<int> used(kCurveColors);
  for (const Item& item : items_)
    if (item.facts.actual.isEmpty()) ++used[static_cast<std::size_t>(item.color % kCurveColors)];
  return static_cast<int>(std::min_element(used.begin(), used.end()) - used.begin());
}

int PlotCard::colorOf(const Item& item) const {
  const Item* actual = item.facts.actual.isEmpty() ? nullptr : find(item.facts.actual);
  return actual ? actual->color : item.color;
}

PlotCard::Facts PlotCard::factsOf(const Item& of) const {
  const QString& text = of.text;
  Facts facts;
  facts.tooltip = text;
  const auto catalogue = source_->catalogue();
  if (!catalogue) return facts;
  if (const int id = catalogue->find(text.toStdString()); id >= 0) {
    const Signal& signal = (*catalogue)[id];
    facts.unit = toQt(signal.unit);
    if (!signal.description.empty()) facts.tooltip += u'\n' + toQt(signal.description);
    if (!signal.actual.empty()) {
      facts.kind = CurveKind::kReference;
      const int actual = catalogue->find(signal.actual);
      for (const Item& item : items_)
        if (actual >= 0 && catalogue->find(item.text.toStdString()) == actual) facts.actual = item.text;
    }
  } else {
    const std::string name = text.toStdString();
    const SignalProgram program(*catalogue, std::span(&name, 1));
    const SignalColumn& column = program.columns().front();
    facts.unit = toQt(column.unit);
    if (column.error) facts.problem = toQt(column.error->message);
    if (column.error) facts.tooltip += u'\n' + facts.problem;
  }
  if (of.asked) {
    // The k-th reference is for the k-th signal.
    facts.kind = CurveKind::kReference;
    std::size_t before = 0;
    for (const Item& item : items_) {
      if (item.text == text) break;
      before += item.asked ? 1 : 0;
    }
    for (const Item& item : items_)
      if (!item.asked && before-- == 0) facts.actual = item.text;
    return facts;
  }
  if (const QString actual = actualName(text); facts.actual.isEmpty() && !actual.isEmpty()) {
    facts.kind = CurveKind::kReference;
    if (find(actual)) facts.actual = actual;
  }
  return facts;
}

// ---- curves

/// Runs for comparison, each once, in the order in which they are drawn.
std::vector<std::pair<std::uint64_t, QString>> PlotCard::otherRuns() const {
  std::vector<std::pair<std::uint64_t, QString>> runs;
  for (const PlotSpan& span : source_->spans()) {
    const std::pair<std::uint64_t, QString> run(span.run, span.name);
    if (!span.shown && !span.still && std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(run);
  }
  return runs;
}

void PlotCard::addCurves(const Item& item, std::vector<PlotCurve>& curves) const {
  const auto others = otherRuns();
  for (const PlotSpan& span : source_->spans()) {
    if (span.still) continue;
    const PlotColumn column = source_->column(span.run, item.text);
    PlotCurve curve;
    curve.id = QStringLiteral("%1\n%2\n%3\n%4").arg(item.text).arg(span.run).arg(span.shown).arg(span.name);
    curve.name = item.text;
    curve.label = item.label;
    curve.actual = QStringLiteral("%1\n%2\n%3\n%4").arg(item.facts.actual).arg(span.run).arg(span.shown).arg(span.name);
    curve.unit = item.facts.unit;
    curve.color = colorOf(item);
    curve.kind = span.shown ? item.facts.kind : CurveKind::kOtherRun;
    if (!span.shown) {
      const auto at = std::find(others.begin(), others.end(), std::pair(span.run, span.name));
      curve.run = static_cast<int>(at - others.begin());
      curve.runName = span.name;
    }
    curve.visible = item.visible && item.facts.problem.isEmpty();
    curve.table = column.table;
    curve.column = column.column;
    curve.from = span.from;
    curve.to = frozen_ ? std::min(span.to, *frozen_) : span.to;
    curves.push_back(std::move(curve));
  }
}

void PlotCard::rebuild() {
  for (Item& item : items_) item.facts = factsOf(item);
  for (const Item& item : items_) {
    item.chip->setStyle(colorOf(item), item.facts.kind);
    item.chip->setLabel(item.label);
    item.chip->setProblem(item.facts.problem, item.facts.tooltip + u'\n' + tr("Click hides, double click removes"));
  }
  showRuns();
  applyLook();
  showCurves();
}

void PlotCard::showRuns() {
  for (RunChip* chip : runs_) {
    legend_->layout()->removeWidget(chip);
    chip->hide();
    chip->deleteLater();
  }
  runs_.clear();
  if (items_.empty()) return;
  for (const auto& [run, name] : otherRuns()) {
    runs_.push_back(new RunChip(name, static_cast<int>(runs_.size()), legend_));
    legend_->layout()->addWidget(runs_.back());
    runs_.back()->show();
  }
}

void PlotCard::showCurves() {
  std::vector<PlotCurve> curves;
  for (const Item& item : items_) addCurves(item, curves);
  tables_.clear();
  for (const PlotCurve& curve : curves) tables_.push_back(curve.table.get());
  canvas_->setCurves(std::move(curves));
}

void PlotCard::takeTables() {
  std::size_t at = 0;
  bool same = true;
  for (const Item& item : items_)
    for (const PlotSpan& span : source_->spans()) {
      if (span.still) continue;
      same = same && at < tables_.size() && tables_[at] == source_->column(span.run, item.text).table.get();
      ++at;
    }
  if (!same || at != tables_.size()) showCurves();
}

void PlotCard::setFrozen(std::optional<double> until) {
  frozen_ = until;
  showCurves();
}

// ---- as part of the board

void PlotCard::setCurrent(bool on) {
  current_ = on;
  title_->setStrong(on);
  showButtons();
}

void PlotCard::showButtons() {
  for (MiniButton* button : head_->findChildren<MiniButton*>()) button->setLoud(current_ || underMouse());
}

void PlotCard::setMaximised(bool on) {
  maximise_->setIconName(on ? QStringLiteral("plot-restore") : QStringLiteral("plot-maximise"));
  maximise_->setToolTip(on ? tr("Show all plots  (M)") : tr("Maximise  (M)"));
}

// ---- drag and drop

void PlotCard::showDrop(std::optional<DropZone> zone) {
  drop_->setVisible(zone.has_value());
  if (!zone) return;
  const int w = width(), h = height();
  switch (*zone) {
    case DropZone::kInto:
      drop_->setGeometry(rect());
      break;
    case DropZone::kLeft:
      drop_->setGeometry(0, 0, w / 2, h);
      break;
    case DropZone::kRight:
      drop_->setGeometry(w / 2, 0, w - w / 2, h);
      break;
    case DropZone::kAbove:
      drop_->setGeometry(0, 0, w, h / 2);
      break;
    case DropZone::kBelow:
      drop_->setGeometry(0, h / 2, w, h - h / 2);
      break;
  }
  drop_->raise();
}

}  // namespace tendril
