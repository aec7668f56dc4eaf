// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/linear/linear_view.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/header/segmented.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

enum Column { kFrequency, kDamping, kTime, kMoved, kSeen, kMoves };
enum OutputColumn { kName, kLast };

QString timeText(const PoleRow& pole) {
  const double rate = std::abs(pole.value.real());
  if (pole.fate == PoleFate::kStays || !(rate > 0)) return QStringLiteral("∞");
  const QString time = formatQuantity(1 / rate, QStringLiteral("s"), 3).text();
  return pole.fate == PoleFate::kGrows ? QStringLiteral("▲ ") + time : time;
}

QString timeTip(const PoleRow& pole) {
  if (pole.fate == PoleFate::kStays) return LinearView::tr("Neither decays nor grows");
  return pole.fate == PoleFate::kGrows ? LinearView::tr("Grows by e in this time: not stable")
                                       : LinearView::tr("Decays by e in this time");
}

QList<QStandardItem*> rowOf(const PoleRow& pole) {
  const auto mark = [](bool good, const QString& yes, const QString& no) {
    auto* item = resultCell(good ? QStringLiteral("✓") : QStringLiteral("–"), false, good ? yes : no);
    item->setTextAlignment(Qt::AlignCenter);
    return item;
  };
  const QString whole = poleDescription(pole);
  return {
      resultCell(pole.frequency > 0 ? formatNumber(pole.frequency, 4) : QStringLiteral("0"), true, whole),
      resultCell(pole.frequency > 0 ? formatNumber(pole.damping, 3) : QStringLiteral("–"), true, whole),
      resultCell(timeText(pole), true, timeTip(pole)),
      mark(pole.controllable, LinearView::tr("Inputs move it (Hautus)"), LinearView::tr("No input moves it (Hautus)")),
      mark(pole.observable, LinearView::tr("Outputs see it (Hautus)"), LinearView::tr("No output sees it (Hautus)")),
      resultCell(pole.moves, false)};
}

QTreeView* makeTree(const char* name, const QString& text, QStandardItemModel& model) {
  auto* tree = new QTreeView;
  makeResultList(*tree, name, text, model);
  tree->setMinimumHeight(96);
  return tree;
}

QComboBox* makeChoice(const char* name, const QString& text) {
  auto* box = new QComboBox;
  box->setObjectName(QLatin1String(name));
  box->setAccessibleName(text);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  return box;
}

void colour(QLabel* label, const QColor& color) {
  label->setStyleSheet("color: " + color.name());
}

}  // namespace

LinearView::LinearView(QWidget* parent)
    : QWidget(parent),
      find_(new QPushButton),
      where_(makeChoice("linearWhere", tr("Linearise at"))),
      loop_(makeChoice("linearLoop", tr("Loop"))),
      input_(makeChoice("stepInput", tr("Input that jumps"))),
      loopLabel_(secondaryLabel(tr("Loop"))),
      about_(new QLabel),
      warning_(new QLabel),
      pages_(new QStackedWidget),
      map_(new PoleMap),
      logarithmic_(new QCheckBox(tr("Logarithmic"))),
      list_(makeTree("poles", tr("Poles"), poles_)),
      outputs_(makeTree("stepOutputs", tr("Outputs"), names_)),
      plot_(new TimePlot) {
  plot_->setObjectName(QStringLiteral("stepPlot"));
  plot_->setAccessibleName(tr("Step responses"));
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(makeTop());
  body_ = new QWidget;
  auto* below = new QVBoxLayout(body_);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(0);
  below->addWidget(makeTabs());
  pages_->addWidget(makePoles());
  pages_->addWidget(makeSteps());
  below->addWidget(pages_, 1);
  below->addWidget(makeFoot());
  down->addWidget(body_, 1);
  down->addStretch(0);
  setMinimumWidth(280);
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] {
    showColors();
    showState();
  });
  clear();
}

QWidget* LinearView::makeTop() {
  auto* top = new QWidget;
  auto* grid = new QGridLayout(top);
  grid->setContentsMargins(12, 10, 12, 8);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(8);
  find_->setObjectName(QStringLiteral("linearize"));
  find_->setProperty("role", "outlined");
  connect(find_, &QPushButton::clicked, this,
          [this] { busy_ ? Q_EMIT cancelRequested() : Q_EMIT linearizeRequested(); });
  where_->addItems({tr("The equilibrium"), tr("This instant")});
  where_->setToolTip(tr("The equilibrium that is nearest under the inputs of this moment, or the state that is shown"));
  connect(where_, &QComboBox::activated, this, [this] {
    if (ready_ && !busy_) Q_EMIT linearizeRequested();
  });
  loop_->setToolTip(tr("The robot by itself, or with the gains of a regulator"));
  connect(loop_, &QComboBox::activated, this, &LinearView::loopChanged);
  for (QLabel* label : {about_, warning_}) {
    label->setWordWrap(true);
    label->setFont(AppTheme::secondaryFont());
  }
  about_->setObjectName(QStringLiteral("linearAbout"));
  warning_->setObjectName(QStringLiteral("linearWarning"));
  grid->addWidget(find_, 0, 0, 1, 2);
  grid->addWidget(secondaryLabel(tr("About")), 1, 0);
  grid->addWidget(where_, 1, 1);
  grid->addWidget(loopLabel_, 2, 0);
  grid->addWidget(loop_, 2, 1);
  grid->addWidget(about_, 3, 0, 1, 2);
  grid->addWidget(warning_, 4, 0, 1, 2);
  grid->setColumnStretch(1, 1);
  setLoops({});
  return top;
}

QWidget* LinearView::makeTabs() {
  tabs_ = new QActionGroup(this);
  const std::pair<const char*, QString> texts[] = {{"linearPoles", tr("Poles")}, {"linearSteps", tr("Step responses")}};
  for (const auto& [name, text] : texts) {
    QAction* action = tabs_->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    const auto page = static_cast<int>(tabs_->actions().size()) - 1;
    connect(action, &QAction::triggered, pages_, [this, page] { pages_->setCurrentIndex(page); });
  }
  tabs_->actions().first()->setChecked(true);
  auto* row = new QWidget;
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(12, 0, 12, 8);
  across->addWidget(new Segmented(tabs_->actions(), row));
  across->addStretch(1);
  return row;
}

QWidget* LinearView::makePoles() {
  auto* page = new QWidget;
  auto* down = new QVBoxLayout(page);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(8);
  auto* upper = new QVBoxLayout;
  upper->setContentsMargins(12, 0, 12, 0);
  upper->setSpacing(6);
  upper->addWidget(map_, 1);
  auto* row = new QHBoxLayout;
  logarithmic_->setObjectName(QStringLiteral("polesLogarithmic"));
  logarithmic_->setToolTip(tr("Distances from the origin by their logarithm: slow and fast poles in one picture"));
  row->addWidget(logarithmic_);
  row->addStretch(1);
  auto* fit = new QToolButton;
  fit->setObjectName(QStringLiteral("polesFit"));
  fit->setIcon(themeIcon("plot-fit", Token::kSecondary));
  fit->setToolTip(tr("Show all poles (Home, or a double click)"));
  row->addWidget(fit);
  upper->addLayout(row);
  down->addLayout(upper, 3);
  down->addWidget(list_, 2);
  connect(fit, &QToolButton::clicked, map_, &PoleMap::showAll);
  connect(logarithmic_, &QCheckBox::toggled, map_, &PoleMap::setLogarithmic);
  connect(map_, &PoleMap::chosen, this,
          [this](int pole) { list_->setCurrentIndex(pole < 0 ? QModelIndex() : poles_.index(pole, 0)); });
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { map_->setCurrent(now.isValid() ? now.row() : -1); });
  return page;
}

QWidget* LinearView::makeSteps() {
  auto* page = new QWidget;
  auto* down = new QVBoxLayout(page);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(8);
  auto* upper = new QVBoxLayout;
  upper->setContentsMargins(12, 0, 12, 0);
  upper->setSpacing(8);
  auto* row = new QHBoxLayout;
  row->addWidget(secondaryLabel(tr("Step of")));
  row->addWidget(input_, 1);
  upper->addLayout(row);
  upper->addWidget(plot_, 1);
  down->addLayout(upper, 3);
  down->addWidget(outputs_, 2);
  plot_->setToolTip(tr("The wheel shows a longer or shorter time, a double click the one that suits"));
  connect(input_, &QComboBox::activated, this, [this] { Q_EMIT responsesRequested(0); });
  connect(plot_, &TimePlot::durationScaled, this, &LinearView::responsesRequested);
  connect(&names_, &QStandardItemModel::itemChanged, this, [this](const QStandardItem* item) {
    if (!filling_ && item->column() == kName) Q_EMIT responsesRequested(0);
  });
  tickOnEnter(*outputs_, names_);
  return page;
}

QWidget* LinearView::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(12, 4, 12, 10);
  across->setSpacing(4);
  across->addStretch(1);
  const auto button = [across](const char* name, const char* icon, const QString& text, const QString& tip) {
    QToolButton* it = makeFootButton(new QToolButton, name, icon, text, tip);
    across->addWidget(it);
    return it;
  };
  connect(button("copyLinear", "duplicate", tr("Command"), tr("Copy as command")), &QToolButton::clicked, this,
          &LinearView::copyRequested);
  connect(button("exportLinear", "plot-export", tr("Export…"), tr("Write A, B, C, D as JSON, CSV or for NumPy")),
          &QToolButton::clicked, this, &LinearView::exportRequested);
  return foot;
}

// ---- what is wanted

QString LinearView::loop() const {
  return loop_->currentIndex() > 0 ? loop_->currentData().toString() : QString();
}

std::vector<int> LinearView::outputs() const {
  std::vector<int> out;
  for (int i = 0; i < names_.rowCount(); ++i)
    if (names_.item(i, kName)->checkState() == Qt::Checked) out.push_back(i);
  return out;
}

// ---- what is shown

void LinearView::setBusy(bool busy) {
  busy_ = busy;
  share_ = -1;
  showState();
}

void LinearView::setProgress(double share) {
  share_ = share;
  showState();
}

void LinearView::setReady(bool ready) {
  ready_ = ready;
  showState();
}

void LinearView::setLoops(const QStringList& controllers) {
  const QString before = loop();
  loop_->clear();
  loop_->addItem(tr("Open: the robot by itself"));
  for (const QString& name : controllers) loop_->addItem(tr("Closed by %1").arg(name), name);
  const int index = before.isEmpty() ? 0 : loop_->findData(before);
  loop_->setCurrentIndex(std::max(0, index));
  loop_->setVisible(!controllers.isEmpty());
  loopLabel_->setVisible(!controllers.isEmpty());
}

void LinearView::setModel(const LinearSummary& summary) {
  failed_ = false;
  about_->setText(summary.about);
  warning_->setText(summary.warning);
  fillPoles(summary.poles);
  const QString before = input_->currentText();
  input_->clear();
  input_->addItems(summary.inputs);
  input_->setCurrentIndex(std::max(0, input_->findText(before)));
  fillOutputs(summary);
  showColors();
  showState();
}

void LinearView::fillPoles(const std::vector<PoleRow>& poles) {
  map_->setPoles(poles);
  logarithmic_->setChecked(map_->isLogarithmic());
  const QSignalBlocker blocker(list_->selectionModel());
  poles_.clear();
  poles_.setHorizontalHeaderLabels({tr("Hz"), tr("ζ"), tr("Time"), tr("In"), tr("Out"), tr("Moves most")});
  const std::pair<QString, int> heads[] = {{tr("Frequency"), 58},
                                           {tr("Damping ratio"), 50},
                                           {tr("Time constant: until it has decayed, or grown, by e"), 74},
                                           {tr("Whether the inputs move it"), 30},
                                           {tr("Whether the outputs see it"), 40},
                                           {tr("Coordinate that moves most"), 0}};
  for (int column = 0; column <= kMoves; ++column) {
    QStandardItem* head = poles_.horizontalHeaderItem(column);
    head->setToolTip(heads[column].first);
    const bool number = column <= kTime;
    head->setTextAlignment(Qt::AlignVCenter | (number            ? Qt::AlignRight
                                               : column < kMoves ? Qt::AlignHCenter
                                                                 : Qt::AlignLeft));
    if (heads[column].second > 0) list_->setColumnWidth(column, heads[column].second);
  }
  list_->header()->setMinimumSectionSize(24);
  for (const PoleRow& pole : poles) poles_.appendRow(rowOf(pole));
  for (int column = 0; column < kMoves; ++column) list_->setColumnWidth(column, heads[column].second);
}

/// Ticks stay where the outputs are the same.
void LinearView::fillOutputs(const LinearSummary& summary) {
  const std::vector<int> ticked = known_ == summary.outputs ? outputs() : summary.shownOutputs;
  known_ = summary.outputs;
  filling_ = true;
  names_.clear();
  names_.setHorizontalHeaderLabels({tr("Output"), tr("At the end")});
  names_.horizontalHeaderItem(kLast)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (std::size_t i = 0; i < known_.size(); ++i) {
    QStandardItem* name = resultCell(known_[i].first, false);
    name->setCheckable(true);
    const bool on = std::find(ticked.begin(), ticked.end(), static_cast<int>(i)) != ticked.end();
    name->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    names_.appendRow({name, resultCell({}, true)});
  }
  outputs_->setColumnWidth(kName, 170);
  filling_ = false;
}

void LinearView::setResponses(const std::vector<double>& t, const std::vector<std::vector<double>>& y,
                              const QString& unitOfInput, const QString& note) {
  const std::vector<int> ticked = outputs();
  std::vector<TimeCurve> curves;
  filling_ = true;
  for (int i = 0; i < names_.rowCount(); ++i) names_.item(i, kLast)->setText({});
  for (std::size_t k = 0; k < ticked.size() && k < y.size(); ++k) {
    const auto& [name, unit] = known_[static_cast<std::size_t>(ticked[k])];
    const QString ratio =
        unitOfInput.isEmpty() ? unit : (unit.isEmpty() ? QStringLiteral("1") : unit) + u'/' + unitOfInput;
    curves.push_back({.name = name, .unit = ratio, .color = static_cast<int>(k), .y = y[k]});
    const double last = y[k].empty() ? 0 : y[k].back();
    names_.item(ticked[k], kLast)->setText(formatNumber(last, 3) + (ratio.isEmpty() ? QString() : u'\u2009' + ratio));
  }
  filling_ = false;
  plot_->setCurves(t, std::move(curves), note);
  showColors();
}

void LinearView::setFailure(const QString& why) {
  clear();
  failed_ = true;
  about_->setText(why);
  showState();
}

void LinearView::clear() {
  failed_ = false;
  map_->setPoles({});
  poles_.clear();
  warning_->clear();
  plot_->setCurves({}, {}, {});
  about_->setText(tr(
      "How the robot answers to small pushes and inputs: x' = A x + B u about an equilibrium or about what is shown, "
      "its poles, and what jumps of the inputs lead to."));
  showState();
}

void LinearView::showColors() {
  const Scheme& scheme = AppTheme::instance().scheme();
  const std::vector<PoleRow>& poles = map_->poles();
  for (int row = 0; row < poles_.rowCount(); ++row) {
    const PoleFate fate = poles[static_cast<std::size_t>(row)].fate;
    const QColor color = fate == PoleFate::kGrows ? scheme.error : fate == PoleFate::kStays ? scheme.warn : scheme.text;
    poles_.item(row, kTime)->setForeground(color);
    for (const int column : {int{kMoved}, int{kSeen}, int{kMoves}})
      poles_.item(row, column)->setForeground(scheme.secondary);
  }
  filling_ = true;
  int shown = 0;
  for (int i = 0; i < names_.rowCount(); ++i) {
    QStandardItem* item = names_.item(i, kName);
    const bool on = item->checkState() == Qt::Checked;
    item->setIcon(on ? curveSwatch(curveColor(shown++, scheme)) : QIcon());
  }
  filling_ = false;
}

void LinearView::showState() {
  const bool any = poles_.rowCount() > 0;
  const Scheme& scheme = AppTheme::instance().scheme();
  find_->setText(!busy_ ? tr("Linearise")
                        : (share_ >= 0 ? tr("Cancel · %1 %").arg(std::lround(100 * share_)) : tr("Cancel")));
  find_->setEnabled(ready_ || busy_);
  where_->setEnabled(!busy_);
  loop_->setEnabled(!busy_);
  body_->setVisible(any);
  warning_->setVisible(!warning_->text().isEmpty());
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->setStretch(column->count() - 1, any ? 0 : 1);  // without a model everything stands at the top
  colour(about_, failed_ ? scheme.error : scheme.secondary);
  colour(warning_, scheme.warn);
}

}  // namespace tendril
