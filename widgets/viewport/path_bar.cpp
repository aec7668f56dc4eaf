// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/path_bar.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/text/units.hpp"
#include "widgets/format.hpp"
#include "widgets/quantity_field.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kFieldWidth = 84;

}  // namespace

PathBar::PathBar(const QStringList& profiles, QWidget* parent)
    : FloatingPanel(kRadius, parent),
      about_(new QLabel),
      field_(new QLineEdit),
      profile_(new QComboBox),
      closed_(new QCheckBox(tr("Closed"))),
      cancel_(new QPushButton(tr("Cancel"))),
      done_(new QPushButton(tr("Done"))) {
  auto* down = new QVBoxLayout(this);  // in one row it would be wider than the view of a small window
  down->setContentsMargins(14, 8, 10, 8);
  down->setSpacing(6);
  auto *ends = new QHBoxLayout, *across = new QHBoxLayout;
  for (QHBoxLayout* row : {ends, across}) {
    row->setSpacing(10);
    down->addLayout(row);
  }
  about_->setObjectName(QStringLiteral("pathAbout"));
  about_->setFont(AppTheme::secondaryFont());
  auto* name = new QLabel(tr("Speed"));
  name->setProperty("role", "secondary");
  field_->setObjectName(QStringLiteral("pathSpeed"));
  field_->setAccessibleName(tr("Speed along the path"));
  field_->setFont(AppTheme::numberFont());
  field_->setFixedWidth(kFieldWidth);
  field_->setToolTip(tr("Highest speed along the path"));
  profile_->setObjectName(QStringLiteral("pathProfile"));
  profile_->setAccessibleName(tr("How the speed changes along the path"));
  profile_->setToolTip(tr("Open paths begin and end at rest; smooth is the least jerk from end to end"));
  profile_->addItems(profiles);
  closed_->setObjectName(QStringLiteral("pathClosed"));
  closed_->setToolTip(tr("Round and round; a click on the first point closes it, too"));
  cancel_->setObjectName(QStringLiteral("pathCancel"));
  cancel_->setProperty("role", "outlined");
  done_->setObjectName(QStringLiteral("pathDone"));
  done_->setProperty("role", "outlined");
  cancel_->setToolTip(tr("Leave the reference as it is (Esc)"));
  done_->setToolTip(tr("The controller follows this path (Enter)"));
  ends->addWidget(about_, 1);
  ends->addWidget(cancel_);
  ends->addWidget(done_);
  across->addWidget(name);
  across->addWidget(field_);
  across->addWidget(profile_);
  across->addWidget(closed_);
  across->addStretch(1);
  connect(field_, &QLineEdit::editingFinished, this, &PathBar::takeSpeed);
  connect(profile_, &QComboBox::currentIndexChanged, this, &PathBar::profileChanged);
  connect(closed_, &QCheckBox::toggled, this, &PathBar::closedChanged);
  connect(cancel_, &QPushButton::clicked, this, &PathBar::cancelled);
  connect(done_, &QPushButton::clicked, this, &PathBar::finished);
  showSpeed();
  hide();
}

void PathBar::setPath(int points, double length, double time, bool whole) {
  done_->setEnabled(whole);
  if (!whole) return about_->setText(tr("Click where the frame is to go"));
  about_->setText(tr("%1 points, %2 in %3")
                      .arg(points)
                      .arg(formatQuantity(length, QStringLiteral("m"), 3).text(),
                           formatQuantity(time, QStringLiteral("s"), 3).text()));
}

void PathBar::proposeSpeed(double speed) {
  if (typed_ || speed == speed_ || !(speed > 0)) return;
  speed_ = speed;
  showSpeed();
}

void PathBar::setClosed(bool closed) {
  const QSignalBlocker blocker(closed_);
  closed_->setChecked(closed);
}

/// Takes the typed speed over; a text that is no speed is left in the field with what is wrong.
void PathBar::takeSpeed() {
  const auto misfit = [](double speed) { return speed > 0 ? QString() : tr("The speed must be above 0"); };
  const auto speed =
      readQuantity(*field_, {.unit = "m/s", .tip = tr("Highest speed along the path"), .misfit = misfit});
  if (!speed || *speed == speed_) return;
  speed_ = *speed, typed_ = true;
  showSpeed();
  Q_EMIT speedChanged(speed_);
}

void PathBar::showSpeed() {
  const DisplayUnit unit = displayUnit(speed_, "m/s");
  field_->setText(QString::fromStdString(fieldNumber(speed_ / unit.factor, 4)) + u' ' +
                  QString::fromStdString(unit.text));
}

void PathBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT cancelled();
  FloatingPanel::keyPressEvent(event);
}

}  // namespace tendril
