// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strains/strain_editor.hpp"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/model/rod/rod_spec.hpp"
#include "widgets/plain_scroll.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWide = 620;  // from here on the pictures stand beside the fields

}  // namespace

StrainEditor::StrainEditor(FunctionCheck check, const std::vector<NamedChoice>& presets, QWidget* parent)
    : QWidget(parent),
      gauge_(new MarginGauge),
      division_(new ChoiceField),
      rod_(new QLabel),
      count_(new QLabel),
      problem_(new QLabel) {
  setObjectName("strains");
  setAccessibleName(tr("Strains of a rod"));
  auto* content = new QWidget;
  auto* list = new QVBoxLayout(content);
  list->setContentsMargins(2 * kGrid, 0, 2 * kGrid, 2 * kGrid);
  list->setSpacing(kGrid);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i] = new StrainRow(check);
    connectRow(static_cast<int>(i));
    list->addWidget(rows_[i]);
  }
  list->addStretch(1);
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(makeHead(presets));
  down->addWidget(gauge_);
  down->addWidget(plainScroll(content), 1);
}

QWidget* StrainEditor::makeHead(const std::vector<NamedChoice>& presets) {
  auto* head = new QWidget;
  auto* down = new QVBoxLayout(head);
  down->setContentsMargins(4 * kGrid, 2 * kGrid, 4 * kGrid, kGrid);
  down->setSpacing(kGrid);
  auto* across = new QHBoxLayout;
  across->setSpacing(2 * kGrid);
  rod_->setProperty("role", "heading");
  count_->setProperty("role", "secondary");
  count_->setObjectName("strains:count");
  count_->setFont(AppTheme::secondaryFont());
  presets_ = choiceButton(
      tr("Presets"), [presets] { return presets; }, [this](const QString& name) { Q_EMIT presetChosen(name); });
  presets_->setObjectName("strains:presets");
  division_->setObjectName("strains:division");
  division_->setAccessibleName(tr("Division of the rod"));
  across->addWidget(rod_);
  across->addWidget(count_);
  across->addStretch(1);
  across->addWidget(division_);
  across->addWidget(presets_);
  problem_->setObjectName("strains:problem");
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->hide();
  down->addLayout(across);
  down->addWidget(problem_);
  connect(division_, &ChoiceField::chosen, this,
          [this](const QString& name) { Q_EMIT divisionChosen(name.section(u' ', 1, 1).toInt() - 1); });
  return head;
}

void StrainEditor::connectRow(int strain) {
  StrainRow* row = rows_[static_cast<std::size_t>(strain)];
  connect(row, &StrainRow::switched, this, [this, strain](bool on) { Q_EMIT switched(strain, on); });
  connect(row, &StrainRow::basisChosen, this, [this, strain](const QString& b) { Q_EMIT basisChosen(strain, b); });
  connect(row, &StrainRow::orderTyped, this, [this, strain](const QString& t) { Q_EMIT orderTyped(strain, t); });
  connect(row, &StrainRow::functionsEdited, this,
          [this, strain](const QStringList& f) { Q_EMIT functionsEdited(strain, f); });
  connect(row, &StrainRow::referenceTyped, this,
          [this, strain](const QString& t) { Q_EMIT referenceTyped(strain, t); });
  connect(row, &StrainRow::coefficientMoved, this, &StrainEditor::coefficientMoved);
}

void StrainEditor::setRod(const QString& rod, int division, int divisions, const StrainSet& set) {
  rod_->setText(rod);
  division_->setVisible(divisions > 1);
  if (divisions != divisions_ || division != shown_) {
    std::vector<FieldOption> options;
    for (int d = 1; d <= divisions; ++d) options.push_back({tr("division %1").arg(d).toStdString(), {}});
    division_->setOptions(std::move(options));
  }
  divisions_ = divisions, shown_ = division;
  division_->setCurrent(tr("division %1").arg(division + 1));
  count_->setText(set.coordinates == 1 ? tr("1 degree of freedom") : tr("%1 degrees of freedom").arg(set.coordinates));
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->setValue(set.strains[i]);
  showEntries();
}

void StrainEditor::setEntries(const std::vector<PoseEntry>& entries) {
  entries_ = entries;
  showEntries();
}

void StrainEditor::showEntries() {
  const QString division = divisions_ > 1 ? QStringLiteral("division%1.").arg(shown_ + 1) : QString();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::vector<PoseEntry> own;
    for (const PoseEntry& entry : entries_)
      if (entry.name.startsWith(division + QLatin1String(kStrainNames[i].data()) + u'[')) own.push_back(entry);
    rows_[i]->setEntries(own);
    if (q_.size() > 0) rows_[i]->setConfiguration(q_);
  }
}

void StrainEditor::setConfiguration(const VecX& q) {
  q_ = q;
  for (StrainRow* row : rows_) row->setConfiguration(q);
}

void StrainEditor::setProblem(int strain, const QString& problem) {
  if (strain >= 0) return rows_[static_cast<std::size_t>(strain)]->setProblem(problem);
  problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

void StrainEditor::resizeEvent(QResizeEvent* event) {
  for (StrainRow* row : rows_) row->setWide(width() >= kWide);
  QWidget::resizeEvent(event);
}

}  // namespace tendril
