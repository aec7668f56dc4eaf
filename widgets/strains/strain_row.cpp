// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strains/strain_row.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/description/bodies/rod.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kOrderWidth = 56, kReferenceWidth = 84, kMostShown = 8;  // kMostShown: more sliders are folded at first
constexpr int kWideFields = 300;

QToolButton* smallButton(const QString& icon, const QString& text) {
  auto* button = new QToolButton;
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFixedHeight(kFieldHeight);
  button->setToolTip(text);
  button->setAccessibleName(text);
  return button;
}

std::vector<FieldOption> families() {
  std::vector<FieldOption> out;
  for (const CatalogueEntry& entry : Catalogue::ofProcess().entries())
    if (entry.kind == OfferKind::kStrainBasis) out.push_back({entry.name, entry.meaning});
  return out;
}

QLabel* quietLabel() {
  auto* label = new QLabel;
  label->setProperty("role", "secondary");
  label->setFont(AppTheme::secondaryFont());
  return label;
}

}  // namespace

StrainRow::StrainRow(FunctionCheck check, QWidget* parent)
    : QWidget(parent),
      check_(std::move(check)),
      on_(new Switch),
      name_(new QLabel),
      orderName_(quietLabel()),
      count_(quietLabel()),
      problem_(new QLabel),
      referenceName_(quietLabel()),
      basis_(new ChoiceField),
      order_(new ValueEdit),
      reference_(new FunctionRow(tr("Reference"), check_)),
      body_(new QWidget),
      custom_(new QWidget),
      functions_(new QVBoxLayout),
      addFunction_(smallButton("plus", tr("One more function"))),
      fold_(smallButton("chevron-down", tr("Sliders of the coordinates"))),
      plot_(new FunctionPlot),
      coefficients_(new CoefficientList),
      grid_(new QGridLayout(body_)) {
  fields_ = makeFields();
  foot_ = makeFoot();
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->setObjectName("problem");
  problem_->hide();
  auto* list = new QVBoxLayout(custom_);
  list->setContentsMargins(0, 0, 0, 0);
  list->setSpacing(0);
  list->addLayout(functions_);
  list->addWidget(addFunction_, 0, Qt::AlignLeft);
  functions_->setSpacing(0);
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  down->setSpacing(kGrid);
  down->addWidget(makeHead());
  down->addWidget(problem_);
  down->addWidget(body_);
  grid_->setContentsMargins(0, 0, 0, kGrid);
  grid_->setHorizontalSpacing(3 * kGrid);
  grid_->setVerticalSpacing(kGrid);
  setWide(false);
  connectParts();
}

QWidget* StrainRow::makeHead() {
  auto* head = new QWidget;
  auto* across = new QHBoxLayout(head);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(2 * kGrid);
  name_->setTextFormat(Qt::RichText);
  name_->setFixedHeight(kFieldHeight);
  across->addWidget(on_);
  across->addWidget(name_);
  across->addStretch(1);
  across->addWidget(referenceName_);
  across->addWidget(reference_);
  reference_->setFixedWidth(kReferenceWidth);
  reference_->setBrief(true);
  return head;
}

QWidget* StrainRow::makeFields() {
  auto* fields = new QWidget;
  auto* across = new QHBoxLayout(fields);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(2 * kGrid);
  order_->setFixedWidth(kOrderWidth);
  order_->setSteppable(true);
  order_->setAlignment(Qt::AlignRight);
  across->addWidget(basis_, 1);
  across->addWidget(orderName_);
  across->addWidget(order_);
  return fields;
}

QWidget* StrainRow::makeFoot() {
  auto* foot = new QWidget;
  auto* across = new QHBoxLayout(foot);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kGrid);
  fold_->setText(tr("Sliders"));
  fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  across->addWidget(fold_);
  across->addStretch(1);
  across->addWidget(count_);
  return foot;
}

void StrainRow::connectParts() {
  connect(on_, &Switch::clicked, this, [this](bool on) {
    on_->setChecked(value_.on);  // what is shown is what is given
    Q_EMIT switched(on);
  });
  connect(basis_, &ChoiceField::chosen, this, &StrainRow::basisChosen);
  connect(order_, &ValueEdit::committed, this, [this](const QString& text) { Q_EMIT orderTyped(text.trimmed()); });
  connect(order_, &ValueEdit::reverted, this, [this] {
    setProblem({});
    showOrder();
  });
  connect(order_, &ValueEdit::stepWanted, this, &StrainRow::stepOrder);
  connect(reference_, &FunctionRow::committed, this, &StrainRow::referenceTyped);
  connect(reference_, &FunctionRow::problemShown, this, &StrainRow::setProblem);
  connect(addFunction_, &QToolButton::clicked, this, [this] {
    const int power = static_cast<int>(value_.functions.size());
    const QString next = power == 0   ? QStringLiteral("1")
                         : power == 1 ? QStringLiteral("X")
                                      : QStringLiteral("X^%1").arg(power);
    Q_EMIT functionsEdited(QStringList(value_.functions) << next);
  });
  connect(fold_, &QToolButton::clicked, this, [this] { fold(!folded_); });
  connect(coefficients_, &CoefficientList::moved, this, &StrainRow::coefficientMoved);
  connect(coefficients_, &CoefficientList::pointedAt, plot_, &FunctionPlot::setFront);
  connect(coefficients_, &CoefficientList::valuesChanged, this, [this] { plot_->setWeights(coefficients_->values()); });
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] { setProblem(problem_->text()); });
}

void StrainRow::setValue(const StrainValue& value) {
  const bool first = value_.key.isEmpty();
  if (value == value_) return;
  const bool other = value.basis != value_.basis || value.order != value_.order || value.on != value_.on;
  value_ = value;
  if (other) setProblem({});
  setObjectName("strain:" + value.key);
  on_->setObjectName("strain:" + value.key + ":on");
  on_->setChecked(value.on);
  on_->setAccessibleName(tr("%1 may vary").arg(value.name));
  name_->setText(QStringLiteral("<b>%1</b>&nbsp; %2").arg(value.symbol, value.name));
  name_->setToolTip(value.meaning);
  basis_->setObjectName("strain:" + value.key + ":basis");
  basis_->setAccessibleName(tr("Functions of %1").arg(value.name));
  basis_->setOptions(families());
  basis_->setCurrent(value.basis);
  basis_->setToolTip(tr("Family of functions"));
  order_->setObjectName("strain:" + value.key + ":order");
  order_->setVisible(value.hasOrder);
  orderName_->setVisible(value.hasOrder);
  orderName_->setText(value.orderName);
  order_->setAccessibleName(tr("%1 of %2").arg(value.orderName, value.name));
  order_->setToolTip(tr("Number of %1; up and down change it").arg(value.orderName));
  showOrder();
  reference_->field().setObjectName("strain:" + value.key + ":reference");
  referenceName_->setText(value.symbol + QStringLiteral("* ") + value.unit);
  referenceName_->setToolTip(tr("The strain at rest: a number, or a function of X"));
  reference_->setText(value.reference);
  body_->setVisible(value.on);
  plot_->setCurves(value.curves, value.knots);
  showFunctions();
  showCount();
  if (first) fold(static_cast<int>(value.curves.size()) > kMostShown);
  update();
}

void StrainRow::showOrder() {
  order_->setContent(value_.order, value_.order, {});
}

void StrainRow::stepOrder(double steps) {
  bool whole = false;
  const int order = order_->text().toInt(&whole);
  if (!whole) return;
  const int by = std::abs(steps) < 1 ? 1 : static_cast<int>(std::abs(steps));
  Q_EMIT orderTyped(QString::number(std::max(0, order + (steps > 0 ? by : -by))));
}

void StrainRow::showCount() {
  const auto count = static_cast<int>(value_.curves.size());
  count_->setText(count == 1 ? tr("1 coordinate") : tr("%1 coordinates").arg(count));
}

void StrainRow::fold(bool folded) {
  folded_ = folded;
  coefficients_->setVisible(!folded);
  fold_->setIcon(themeIcon(folded ? "chevron-right" : "chevron-down", Token::kSecondary));
}

void StrainRow::setEntries(const std::vector<PoseEntry>& entries) {
  coefficients_->setEntries(entries);
  plot_->setWeights(coefficients_->values());
}

void StrainRow::setProblem(const QString& problem) {
  problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  order_->setWrong(!problem.isEmpty() && order_->text() != value_.order);
}

void StrainRow::setWide(bool wide) {
  if (wide == wide_ && grid_->count() > 0) return;
  wide_ = wide;
  QWidget* const parts[] = {fields_, custom_, plot_, foot_, coefficients_};  // from the top, one below the other
  for (QWidget* part : parts) grid_->removeWidget(part);
  grid_->setColumnMinimumWidth(0, wide ? kWideFields : 0);
  grid_->setColumnStretch(wide ? 1 : 0, 1);
  grid_->setColumnStretch(wide ? 0 : 1, 0);
  const int rows = static_cast<int>(std::size(parts));
  grid_->setRowStretch(rows, wide ? 1 : 0);
  for (int row = 0; row < rows; ++row)
    if (!wide || parts[row] != plot_) grid_->addWidget(parts[row], row, 0);
  if (wide) grid_->addWidget(plot_, 0, 1, rows + 1, 1);
}

// ---- functions of a custom basis

void StrainRow::showFunctions() {
  const bool custom = value_.basis == QLatin1String(description::kCustomBasis.data());
  custom_->setVisible(custom);
  const auto count = static_cast<std::size_t>(custom ? value_.functions.size() : 0);
  while (functionRows_.size() > count) {
    functionRows_.back()->hide();
    functionRows_.back()->deleteLater();
    functionRows_.pop_back();
  }
  while (functionRows_.size() < count) addFunctionRow(static_cast<int>(functionRows_.size()));
  for (std::size_t i = 0; i < count; ++i) {
    functionRows_[i]->setText(value_.functions[static_cast<qsizetype>(i)]);
    functionRows_[i]->setRemovable(count > 1);
  }
}

void StrainRow::addFunctionRow(int index) {
  auto* row = new FunctionRow(tr("Function %1").arg(index + 1), check_);
  row->field().setObjectName("strain:" + value_.key + ":function:" + QString::number(index));
  row->setHue(index);
  connect(row, &FunctionRow::committed, this, [this, index](const QString& text) { editFunction(index, text); });
  connect(row, &FunctionRow::previewed, plot_,
          [this, index](const std::vector<double>& curve) { plot_->setPreview(index, curve); });
  connect(row, &FunctionRow::removeRequested, this, [this, index] { removeFunction(index); });
  functions_->addWidget(row);
  functionRows_.push_back(row);
}

void StrainRow::editFunction(int index, const QString& text) {
  if (index >= value_.functions.size()) return;
  QStringList functions = value_.functions;
  functions[index] = text;
  Q_EMIT functionsEdited(functions);
}

void StrainRow::removeFunction(int index) {
  if (index >= value_.functions.size()) return;
  QStringList functions = value_.functions;
  functions.removeAt(index);
  Q_EMIT functionsEdited(functions);
}

void StrainRow::paintEvent(QPaintEvent*) {
  if (!value_.on) return;
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(scheme.hairline, 1));
  painter.setBrush(scheme.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

}  // namespace tendril
