// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_form.hpp"

#include <QCompleter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

#include "core/plots/signal_analysis.hpp"
#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "widgets/plots/form_parts.hpp"
#include "widgets/plots/plot_card.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

enum Kind { kTime, kAlong, kSpectrum, kHistogram };
constexpr int kUsualBins = 20, kMostBins = 1000, kUnitWidth = 64, kFieldWidth = 252, kMostLegend = 132;

Kind kindOf(const figure::PlotSpec& spec) {
  if (!spec.x.empty()) return kAlong;
  if (spec.spectrum) return kSpectrum;
  return spec.histogram > 0 ? kHistogram : kTime;
}

QString toQt(const std::string& text) {
  return QString::fromStdString(text);
}

QString at(const std::vector<std::string>& texts, std::size_t index) {
  return index < texts.size() ? toQt(texts[index]) : QString();
}

/// Two texts as a list without empty ones at its end.
std::vector<std::string> listOf(const QLineEdit* first, const QLineEdit* second) {
  std::vector<std::string> out = {first->text().trimmed().toStdString(), second->text().trimmed().toStdString()};
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

}  // namespace

PlotForm::PlotForm(QWidget* window)
    : Popover(window),
      form_(new QFormLayout(this)),
      along_(edit("plotAlong", tr("Signal along x"), tr("a signal, such as arm.tip.x"))),
      title_(edit("plotFormTitle", tr("Title of the plot"), tr("none"))),
      xTitle_(edit("plotXTitle", tr("Title of the x axis"), tr("by itself"))),
      xUnit_(edit("plotXUnit", tr("Unit of the x axis"), tr("unit"))),
      leftTitle_(edit("plotLeftTitle", tr("Title of the left axis"), tr("by itself"))),
      leftUnit_(edit("plotLeftUnit", tr("Unit of the left axis"), tr("unit"))),
      rightTitle_(edit("plotRightTitle", tr("Title of the right axis"), tr("by itself"))),
      rightUnit_(edit("plotRightUnit", tr("Unit of the right axis"), tr("unit"))),
      band_(edit("plotBand", tr("Band about references"), tr("none; a number, or rms"))),
      from_(edit("plotFrom", tr("From this time"), tr("start"))),
      to_(edit("plotTo", tr("To this time"), tr("end"))),
      bins_(new QSpinBox),
      counts_(new QComboBox),
      logX_(check("plotLogX", tr("x"), tr("Powers of ten along x; what is not positive is left out"))),
      logY_(check("plotLogY", tr("Values"), tr("Powers of ten; what is not positive is left out"))),
      right_(check("plotRightAxis", tr("Second unit on the right"),
                   tr("In one panel, with an axis of its own; otherwise pictures have a panel for each unit"))),
      statistics_(check("plotStatistics", tr("Statistics"),
                        tr("Mean, rms, least, largest and settling time: between the cursors, else of what is seen"))),
      legend_(new QWidget),
      rightRow_(nullptr),
      problem_(new QLabel) {
  setObjectName(QStringLiteral("plotForm"));
  setProperty("helpGuide", "analysing.md#plots");
  setAccessibleName(tr("Kind, axes and texts of the plot"));
  layOut();
}

QLineEdit* PlotForm::edit(const char* name, const QString& accessible, const QString& placeholder) {
  auto* field = new QLineEdit;
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(accessible);
  field->setToolTip(accessible);
  field->setPlaceholderText(placeholder);
  field->setFixedHeight(kFieldHeight);
  connect(field, &QLineEdit::editingFinished, this, &PlotForm::apply);
  return field;
}

QCheckBox* PlotForm::check(const char* name, const QString& text, const QString& tip) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  box->setToolTip(tip);
  connect(box, &QCheckBox::toggled, this, &PlotForm::apply);
  return box;
}

QWidget* PlotForm::titleRow(QLineEdit* title, QLineEdit* unit) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(title, 1);
  layout->addWidget(unit);
  unit->setFixedWidth(kUnitWidth);
  row->setFixedWidth(kFieldWidth);
  return row;
}

void PlotForm::layOut() {
  form_->setContentsMargins(12, 12, 12, 12);
  form_->setHorizontalSpacing(12);
  form_->setVerticalSpacing(6);
  form_->addRow(formCaption(tr("Shows")), buttonChoice({tr("Time"), tr("x–y"), tr("Spectrum"), tr("Histogram")}, kind_,
                                                       QStringLiteral("plotKind")));
  along_->setFixedWidth(kFieldWidth);
  form_->addRow(formCaption(tr("Along x")), along_);
  bins_->setObjectName(QStringLiteral("plotBins"));
  bins_->setRange(1, kMostBins);
  bins_->setAccessibleName(tr("Number of bins"));
  bins_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  bins_->setFixedSize(kUnitWidth, kFieldHeight);
  form_->addRow(formCaption(tr("Bins")), bins_);
  counts_->setObjectName(QStringLiteral("plotCounts"));
  counts_->setAccessibleName(tr("What is counted"));
  counts_->setToolTip(tr("Every instant, or every run that is shown by one number of it"));
  counts_->addItem(tr("Every instant"), QString());
  for (const figure::RunNumber& each : figure::runNumbers())
    counts_->addItem(tr("Every run, by its %1").arg(tr(each.name.data())), QLatin1String(each.key.data()));
  counts_->setFixedSize(kFieldWidth, kFieldHeight);
  form_->addRow(formCaption(tr("Counts")), counts_);
  title_->setFixedWidth(kFieldWidth);
  form_->addRow(formCaption(tr("Title")), title_);
  form_->addRow(formCaption(tr("x axis")), titleRow(xTitle_, xUnit_));
  form_->addRow(formCaption(tr("Left axis")), titleRow(leftTitle_, leftUnit_));
  rightRow_ = titleRow(rightTitle_, rightUnit_);
  form_->addRow(formCaption(tr("Right axis")), rightRow_);
  auto* log = new QWidget;
  auto* beside = new QHBoxLayout(log);
  beside->setContentsMargins(0, 0, 0, 0);
  beside->setSpacing(3 * kGrid);
  beside->addWidget(logX_);
  beside->addWidget(logY_);
  beside->addStretch(1);
  form_->addRow(formCaption(tr("Logarithmic")), log);
  form_->addRow(QString(), right_);
  band_->setFixedWidth(kFieldWidth);
  form_->addRow(formCaption(tr("Error band")), band_);
  form_->addRow(formCaption(tr("Stretch")), titleRow(from_, to_));
  from_->setMinimumWidth(kUnitWidth);
  to_->setFixedWidth((kFieldWidth - kGrid) / 2);
  form_->addRow(formCaption(tr("Legend")), legend_);
  form_->addRow(QString(), statistics_);
  problem_->setObjectName(QStringLiteral("plotFormProblem"));
  problem_->setWordWrap(true);
  problem_->setFixedWidth(kFieldWidth + 90);
  problem_->hide();
  form_->addRow(problem_);
  connect(&kind_, &QButtonGroup::idClicked, this, [this] {
    showRows();
    if (kind_.checkedId() == kAlong && along_->text().isEmpty()) return along_->setFocus();
    apply();
  });
  connect(bins_, &QSpinBox::valueChanged, this, &PlotForm::apply);
  connect(counts_, &QComboBox::activated, this, &PlotForm::apply);
}

void PlotForm::openFor(PlotCard* card) {
  card_ = card;
  show(*card);
  openAt(card);
}

void PlotForm::show(const PlotCard& card) {
  filling_ = true;
  const figure::PlotSpec spec = card.spec();
  kind_.button(kindOf(spec))->setChecked(true);
  along_->setText(at(spec.x, 0));
  auto* completer = new QCompleter(card.signalNames(), along_);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  if (QCompleter* before = along_->completer()) before->deleteLater();
  along_->setCompleter(completer);
  bins_->setValue(spec.histogram > 0 ? spec.histogram : kUsualBins);
  counts_->setCurrentIndex(std::max(0, counts_->findData(toQt(spec.perRun))));
  title_->setText(toQt(spec.title));
  xTitle_->setText(toQt(spec.xTitle));
  xUnit_->setText(toQt(spec.xUnit));
  leftTitle_->setText(at(spec.yTitles, 0));
  rightTitle_->setText(at(spec.yTitles, 1));
  leftUnit_->setText(at(spec.units, 0));
  rightUnit_->setText(at(spec.units, 1));
  logX_->setChecked(spec.logX);
  logY_->setChecked(spec.logY);
  right_->setChecked(spec.rightAxis);
  band_->setText(toQt(spec.band));
  from_->setText(spec.from ? toQt(numberText(*spec.from)) : QString());
  to_->setText(spec.to ? toQt(numberText(*spec.to)) : QString());
  statistics_->setChecked(card.statistics());
  problem_->hide();
  problem_->clear();
  showLegend(card);
  showRows();
  filling_ = false;
}

/// A field for each signal; a list that scrolls where there are many.
void PlotForm::showLegend(const PlotCard& card) {
  labels_.clear();
  delete legend_->layout();
  qDeleteAll(legend_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  auto* outer = new QVBoxLayout(legend_);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* inside = new QWidget;
  auto* down = new QVBoxLayout(inside);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(kGrid);
  const QStringList texts = card.labelled(), labels = card.labels();
  for (qsizetype i = 0; i < texts.size(); ++i) {
    QLineEdit* field = edit("", tr("Name of %1 in the legend").arg(texts[i]), texts[i]);
    field->setObjectName(QStringLiteral("plotLabel:") + texts[i]);
    field->setText(labels[i]);
    down->addWidget(field);
    labels_.push_back(field);
  }
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(inside);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  inside->setAutoFillBackground(false);
  area->viewport()->setAutoFillBackground(false);
  area->setFixedSize(kFieldWidth, std::min(kMostLegend, inside->sizeHint().height()));
  outer->addWidget(area);
  form_->labelForField(legend_)->setVisible(!texts.isEmpty());
  legend_->setVisible(!texts.isEmpty());
}

void PlotForm::showRows() {
  const int kind = kind_.checkedId();
  const auto showRow = [&](QWidget* row, bool on) {
    row->setVisible(on);
    if (QWidget* label = form_->labelForField(row)) label->setVisible(on);
  };
  showRow(along_, kind == kAlong);
  showRow(bins_, kind == kHistogram);
  showRow(counts_, kind == kHistogram);
  showRow(band_, kind == kTime);
  showRow(rightRow_, kind != kHistogram);
  right_->setVisible(kind != kHistogram);
  leftUnit_->setVisible(kind != kHistogram);  // counts have none
  if (isVisible()) {
    const QRect before = geometry();
    adjustSize();
    move(x(), std::max(0, before.bottom() - height() + 1));
  }
}

void PlotForm::apply() {
  if (filling_ || !card_) return;
  QString problem;
  figure::PlotSpec spec = card_->spec();
  const int kind = kind_.checkedId();
  const auto quantity = [&](const QLineEdit* field, const char* unit) -> std::optional<double> {
    const QString text = field->text().trimmed();
    if (text.isEmpty()) return std::nullopt;
    const QuantityInput input = parseQuantity(text.toStdString(), unit);
    if (input.ok()) return input.value;
    problem = tr("%1: “%2” is no number.").arg(field->accessibleName(), text);
    return std::nullopt;
  };
  spec.spectrum = kind == kSpectrum;
  spec.histogram = kind == kHistogram ? bins_->value() : 0;
  spec.perRun = kind == kHistogram ? counts_->currentData().toString().toStdString() : std::string();
  const QString along = along_->text().trimmed();
  if (kind != kAlong) {
    spec.x.clear();
  } else if (along.isEmpty()) {
    problem = tr("Along x: name a signal, such as arm.tip.x.");
  } else if (const QString wrong = card_->problemOf(along); !wrong.isEmpty()) {
    problem = tr("Along x: %1").arg(wrong);
  } else if (spec.x.empty() || toQt(spec.x.front()) != along) {
    spec.x = {along.toStdString()};
  }
  spec.title = title_->text().simplified().toStdString();
  spec.xTitle = xTitle_->text().simplified().toStdString();
  spec.xUnit = xUnit_->text().trimmed().toStdString();
  spec.yTitles = listOf(leftTitle_, rightTitle_);
  spec.units = listOf(leftUnit_, rightUnit_);
  spec.logX = logX_->isChecked(), spec.logY = logY_->isChecked();
  spec.rightAxis = right_->isChecked();
  const QString band = band_->text().trimmed();
  if (band == QStringLiteral("rms") || band.isEmpty()) {
    spec.band = band.toStdString();
  } else if (const auto half = quantity(band_, ""); half && *half > 0) {
    spec.band = numberText(*half);
  } else {
    problem = tr("Error band: write a number greater than 0 in SI units, or rms.");
  }
  spec.from = quantity(from_, "s"), spec.to = quantity(to_, "s");
  if (spec.from && spec.to && !(*spec.from < *spec.to)) problem = tr("Stretch: it must end after it begins.");
  spec.labels.clear();
  for (const QLineEdit* field : labels_) spec.labels.push_back(field->text().simplified().toStdString());
  if (problem.isEmpty()) {
    card_->setSpec(spec);
    card_->setStatistics(statistics_->isChecked());
    if (!card_->unitProblem().isEmpty()) problem = card_->unitProblem();
  }
  problem_->setText(problem);
  QPalette palette = problem_->palette();
  palette.setColor(QPalette::WindowText, AppTheme::instance().color(Token::kError));
  problem_->setPalette(palette);
  problem_->setVisible(!problem.isEmpty());
  showRows();
}

}  // namespace tendril
