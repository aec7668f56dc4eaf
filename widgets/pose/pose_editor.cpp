// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pose/pose_editor.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "widgets/plain_scroll.hpp"
#include "widgets/pose/pose_row.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLongestName = 80, kLongestList = 200000;

QPushButton* button(const QString& text, const QString& name, const QString& tip) {
  auto* made = new QPushButton(text);
  made->setProperty("role", "outlined");
  made->setObjectName(name);
  made->setToolTip(tip);
  return made;
}

QToolButton* iconButton(const QString& icon, const QString& name, const QString& tip) {
  auto* made = new QToolButton;
  made->setIcon(themeIcon(icon, Token::kSecondary));
  made->setIconSize({kSmallIconSize, kSmallIconSize});
  made->setProperty("role", "small");
  made->setFixedSize(kFieldHeight, kFieldHeight);
  made->setObjectName(name);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  return made;
}

/// Numbers between brackets, commas or blanks; empty and `why` filled if it is none or not as many as wanted.
std::vector<double> numbersIn(QString text, Eigen::Index wanted, QString& why) {
  text.replace(QChar(0x2212), u'-').replace(u'[', u' ').replace(u']', u' ').replace(u',', u' ').replace(u';', u' ');
  std::vector<double> numbers;
  for (const QString& part : text.simplified().split(u' ', Qt::SkipEmptyParts)) {
    bool good = false;
    const double number = part.toDouble(&good);
    if (!good || !std::isfinite(number)) {
      why =
          PoseEditor::tr("“%1” is no number. Type %2 numbers with commas between them.").arg(part.left(20)).arg(wanted);
      return {};
    }
    numbers.push_back(number);
  }
  if (static_cast<Eigen::Index>(numbers.size()) == wanted) return numbers;
  why = PoseEditor::tr("These are %1 numbers; the robot has %2 coordinates.").arg(numbers.size()).arg(wanted);
  return {};
}

/// True unless a quaternion of the configuration has no direction.
bool quaternionsStand(const std::vector<PoseEntry>& entries, const VecX& q) {
  return std::all_of(entries.begin(), entries.end(),
                     [&q](const PoseEntry& e) { return e.rotation < 0 || q.segment<4>(e.q).norm() > 1e-6; });
}

/// The same with quaternions of length 1.
VecX normalised(const std::vector<PoseEntry>& entries, VecX q) {
  for (const PoseEntry& entry : entries)
    if (entry.rotation == 0) q.segment<4>(entry.q).normalize();
  return q;
}

QString listOf(const VecX& q) {
  QStringList parts;
  for (const double value : q) parts << QString::number(value, 'g', 8);
  return parts.join(", ");
}

}  // namespace

PoseEditor::PoseEditor(QWidget* parent)
    : QWidget(parent),
      list_(new QVBoxLayout),
      stored_(new PoseNameField),
      filter_(new QLineEdit),
      all_(new QLineEdit),
      problem_(new QLabel),
      nothing_(new QLabel(tr("This robot cannot move: it has no coordinates."))) {
  setObjectName("poses");
  setAccessibleName(tr("Pose"));
  auto* content = new QWidget;
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(0, 0, 0, 2 * kGrid);
  down->setSpacing(0);
  nothing_->setProperty("role", "secondary");
  nothing_->setContentsMargins(3 * kGrid, kGrid, 3 * kGrid, kGrid);
  down->addWidget(nothing_);
  list_->setSpacing(0);
  down->addLayout(list_);
  down->addStretch(1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addWidget(makePoses());
  all->addWidget(plainScroll(content), 1);
  all->addWidget(makeFoot());
}

QWidget* PoseEditor::makePoses() {
  auto* head = new QWidget;
  auto* down = new QVBoxLayout(head);
  down->setContentsMargins(3 * kGrid, 2 * kGrid, 3 * kGrid, kGrid);
  down->setSpacing(kGrid);
  auto* across = new QHBoxLayout;
  across->setSpacing(kGrid);
  stored_->setObjectName("poses:stored");
  stored_->setAccessibleName(tr("Stored poses"));
  stored_->setMaxLength(kLongestName);
  store_ = button(tr("Store"), "poses:store", tr("Keep the pose of now under this name"));
  remove_ = iconButton("trash", "poses:remove", tr("Forget the stored pose of this name"));
  across->addWidget(stored_, 1);
  across->addWidget(store_);
  across->addWidget(remove_);
  down->addLayout(across);
  auto* below = new QHBoxLayout;
  below->setSpacing(kGrid);
  filter_->setPlaceholderText(tr("Search coordinates"));
  filter_->setAccessibleName(filter_->placeholderText());
  filter_->addAction(themeIcon("search", Token::kSecondary), QLineEdit::LeadingPosition);
  filter_->setClearButtonEnabled(true);
  filter_->setMaxLength(kLongestName);
  filter_->setFixedHeight(kFieldHeight);
  drag_ = iconButton("hand", "poses:drag", tr("Drag links in the view (D): a joint turns, a soft body bends"));
  drag_->setCheckable(true);
  below->addWidget(filter_, 1);
  below->addWidget(drag_);
  down->addLayout(below);
  connect(drag_, &QToolButton::toggled, this, &PoseEditor::posingRequested);
  connect(stored_, &QLineEdit::textChanged, this, &PoseEditor::showWhatCanBeDone);
  connect(filter_, &QLineEdit::textChanged, this, &PoseEditor::filterRows);
  connect(stored_, &PoseNameField::chosen, this, &PoseEditor::applyPose);
  connect(store_, &QPushButton::clicked, this, [this] {
    const QString name = stored_->name();
    if (name.isEmpty()) return fail(tr("Type a name for the pose first."));
    fail({});
    Q_EMIT storeRequested(name);
  });
  connect(remove_, &QToolButton::clicked, this, [this] {
    const QString name = stored_->name();
    if (stored_->current() < 0) return fail(tr("No pose of this name is stored."));
    fail({});
    Q_EMIT removeRequested(name);
  });
  return head;
}

QWidget* PoseEditor::makeFoot() {
  auto* foot = new QWidget;
  auto* down = new QVBoxLayout(foot);
  down->setContentsMargins(3 * kGrid, kGrid, 3 * kGrid, 2 * kGrid);
  down->setSpacing(kGrid);
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->setObjectName("poses:problem");
  problem_->hide();
  down->addWidget(problem_);
  auto* across = new QHBoxLayout;
  across->setSpacing(kGrid);
  auto* q = new QLabel(QStringLiteral("q"));
  q->setFont(AppTheme::numberFont());
  all_->setFont(AppTheme::numberFont());
  all_->setFixedHeight(kFieldHeight);
  all_->setMaxLength(kLongestList);
  all_->setObjectName("poses:all");
  all_->setAccessibleName(tr("All coordinates"));
  all_->setToolTip(tr("All coordinates as a list, to copy or to type; in m and rad"));
  setInitial_ = button(tr("Set as initial"), "poses:initial", tr("The project starts in this pose from now on"));
  across->addWidget(q);
  across->addWidget(all_, 1);
  across->addWidget(setInitial_);
  down->addLayout(across);
  connect(all_, &QLineEdit::returnPressed, this, &PoseEditor::typeAll);
  connect(setInitial_, &QPushButton::clicked, this, &PoseEditor::initialRequested);
  return foot;
}

void PoseEditor::setModel(const Model* model) {
  std::vector<PoseEntry> entries;
  if (model) entries = poseEntries(*model);
  size_ = model ? model->nq : 0;
  initial_ = model ? model->q0 : VecX();
  if (q_.size() != size_) q_ = model ? model->q0 : VecX();
  showWhatCanBeDone();
  if (entries == entries_ && !rows_.empty()) return;
  entries_ = std::move(entries);
  rebuild();
}

void PoseEditor::rebuild() {
  while (QLayoutItem* item = list_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // one of them may be what sends the edit
    delete item;
  }
  rows_.clear();
  headings_.clear();
  QString link;
  std::vector<NameLabel*> names;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i == 0 || entries_[i].link != link) {
      link = entries_[i].link;
      auto* heading = new QLabel(link);
      heading->setProperty("role", "secondary");
      heading->setFont(AppTheme::secondaryFont());
      heading->setContentsMargins(3 * kGrid, 2 * kGrid, 3 * kGrid, 0);
      list_->addWidget(heading);
      headings_.push_back(heading);
    }
    auto* row = new PoseRow(entries_[i]);
    row->slider().setLengthUnit(lengthUnit_);
    names.push_back(&row->name());
    connect(row, &PoseRow::edited, this, [this, i](double value) { edit(static_cast<int>(i), value); });
    list_->addWidget(row);
    rows_.push_back(row);
  }
  NameLabel::align(names);
  nothing_->setVisible(entries_.empty());
  filterRows();
  setConfiguration(VecX(q_));
}

void PoseEditor::setLengthUnit(const QString& unit) {
  lengthUnit_ = unit;
  for (PoseRow* row : rows_) row->slider().setLengthUnit(unit);
}

void PoseEditor::filterRows() {
  const QString text = filter_->text();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rows_[i]->setVisible((entries_[i].link + u'.' + entries_[i].name).contains(text, Qt::CaseInsensitive));
  for (QLabel* heading : headings_) {
    bool any = false;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      any = any || (entries_[i].link == heading->text() && !rows_[i]->isHidden());
    heading->setVisible(any);
  }
}

void PoseEditor::setConfiguration(const VecX& q) {
  if (q.size() != size_) return;
  q_ = q;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (!rows_[i]->isHidden()) rows_[i]->slider().setValue(entries_[i].value(q_));
  showWhatCanBeDone();
  if (!all_->hasFocus()) all_->setText(listOf(q_)), all_->setCursorPosition(0);
}

void PoseEditor::setPoses(const std::vector<StoredPose>& poses) {
  if (poses == poses_) return;
  poses_ = poses;
  QStringList names;
  for (const StoredPose& pose : poses) names << pose.name;
  stored_->setNames(names);
  showWhatCanBeDone();
}

void PoseEditor::setPosing(bool on) {
  const QSignalBlocker blocker(drag_);
  drag_->setChecked(on);
}

void PoseEditor::showWhatCanBeDone() {
  const bool moves = size_ > 0;
  store_->setEnabled(moves && !stored_->name().isEmpty());
  remove_->setEnabled(stored_->current() >= 0);
  drag_->setEnabled(moves);
  setInitial_->setEnabled(moves && q_.size() == size_ && q_ != initial_);
}

void PoseEditor::edit(int entry, double value) {
  if (q_.size() != size_) return;
  entries_[static_cast<std::size_t>(entry)].set(q_, value);
  showWhatCanBeDone();
  fail({});
  Q_EMIT configurationEdited(q_);
}

void PoseEditor::applyPose(int index) {
  if (index < 0 || index >= static_cast<int>(poses_.size())) return;
  const StoredPose& pose = poses_[static_cast<std::size_t>(index)];
  if (static_cast<Eigen::Index>(pose.q.size()) != size_)
    return fail(tr("“%1” belongs to another robot: it has %2 coordinates, this one has %3.")
                    .arg(pose.name)
                    .arg(pose.q.size())
                    .arg(size_));
  q_ = Eigen::Map<const VecX>(pose.q.data(), size_);
  fail({});
  Q_EMIT configurationEdited(q_);
}

void PoseEditor::typeAll() {
  QString why;
  const std::vector<double> numbers = numbersIn(all_->text(), size_, why);
  const VecX typed = Eigen::Map<const VecX>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  if (why.isEmpty() && !quaternionsStand(entries_, typed)) why = tr("A quaternion of zeros is no orientation.");
  fail(why);
  if (!why.isEmpty()) return;
  q_ = normalised(entries_, typed);
  Q_EMIT configurationEdited(q_);
}

void PoseEditor::fail(const QString& why) {
  problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
}

}  // namespace tendril
