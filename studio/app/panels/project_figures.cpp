// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/project_figures.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <cmath>

#include "studio/app/context/plots.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/plots/plot_card.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

const QString kKey = QStringLiteral("figures");

QJsonArray storedFigures(const StudioContext& context) {
  const std::string text = context.document().document().studio("figures");
  return QJsonDocument::fromJson(QByteArray::fromStdString(text)).array();
}

QString nameOf(const QJsonValue& figure, qsizetype index) {
  const QString name = figure.toObject()["name"].toString();
  return name.isEmpty() ? QString::number(index + 1) : name;
}

/// Rounded to what a person would write: a camera is no matter of the sixteenth digit.
double rounded(double value) {
  return std::stod(QString::number(value, 'g', 5).toStdString());
}

QJsonObject viewPanel(const CameraView& camera, double t) {
  const QJsonObject look{
      {"azimuth", rounded(camera.azimuth / CameraView::kDegree)},
      {"elevation", rounded(camera.elevation / CameraView::kDegree)},
      {"distance", rounded(camera.distance)},
      {"orthographic", camera.orthographic},
      {"pivot", QJsonArray{rounded(camera.pivot.x()), rounded(camera.pivot.y()), rounded(camera.pivot.z())}}};
  return {{"view", QJsonObject{{"camera", look}, {"times", QJsonArray{rounded(t)}}}}};
}

/// The command line beside this program, or where programs are.
QString commandLineProgram() {
  const QString folder = QCoreApplication::applicationDirPath();
  const QString near = QStandardPaths::findExecutable(QStringLiteral("tendril"), {folder, folder + "/../cli"});
  return near.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("tendril")) : near;
}

}  // namespace

ProjectFigures::ProjectFigures(StudioContext& context, QWidget* parent)
    : QWidget(parent),
      context_(context),
      names_(new QComboBox),
      make_(new QPushButton(tr("Make…"))),
      add_(new QPushButton(tr("Add this view"))),
      hint_(new QLabel) {
  layOut();
  connect(make_, &QPushButton::clicked, this, &ProjectFigures::ask);
  connect(add_, &QPushButton::clicked, this, &ProjectFigures::addView);
  connect(&context.document(), &DocumentHost::opened, this, &ProjectFigures::takeNames);
  connect(&context.document(), &DocumentHost::changed, this, &ProjectFigures::takeNames);
  connect(&context.document(), &DocumentHost::stateChanged, this, &ProjectFigures::takeNames);
  takeNames();
}

ProjectFigures::~ProjectFigures() {
  process_.disconnect();
  process_.kill();
  process_.waitForFinished(1000);
}

void ProjectFigures::layOut() {
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(kGrid);
  names_->setObjectName(QStringLiteral("figure_names"));
  names_->setAccessibleName(tr("Figures of the project"));
  names_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  make_->setObjectName(QStringLiteral("figure_make"));
  make_->setToolTip(tr("Writes the figure as PDF, SVG or PNG, and the data of its panels beside it"));
  add_->setObjectName(QStringLiteral("figure_add"));
  add_->setToolTip(tr("A new figure of the project: the view at this time, with the plot in use beside it"));
  for (QPushButton* button : {make_, add_}) button->setProperty("role", "outlined");
  hint_->setProperty("role", "secondary");
  hint_->setFont(AppTheme::secondaryFont());
  hint_->setWordWrap(true);
  down->addWidget(names_);
  down->addWidget(make_);
  down->addWidget(add_);
  down->addWidget(hint_);
}

void ProjectFigures::takeNames() {
  const QJsonArray figures = storedFigures(context_);
  QStringList names, known;
  for (qsizetype i = 0; i < figures.size(); ++i) names << nameOf(figures[i], i);
  for (int i = 0; i < names_->count(); ++i) known << names_->itemText(i);
  if (names != known) {
    const QString chosen = names_->currentText();
    names_->clear();
    names_->addItems(names);
    names_->setCurrentText(names.contains(chosen) ? chosen : names.value(0));
  }
  names_->setVisible(!figures.isEmpty());
  const bool busy = process_.state() != QProcess::NotRunning;
  make_->setVisible(!figures.isEmpty() || busy);
  make_->setText(busy ? tr("Cancel") : tr("Make…"));
  hint_->setText(busy                ? tr("The figure is made…")
                 : figures.isEmpty() ? tr("Panels of views and plots, kept in the project and made again by one click.")
                                     : QString());
  hint_->setVisible(!hint_->text().isEmpty());
}

void ProjectFigures::addView() {
  const Snapshot& snapshot = context_.player().snapshot();
  if (!snapshot.model || !context_.document().isOpen()) return;
  QJsonArray figures = storedFigures(context_), panels{viewPanel(context_.view().viewport().camera(), snapshot.t)};
  const Plots* plots = context_.plots();
  if (const PlotCard* card = plots ? plots->current() : nullptr; card && !card->signalTexts().isEmpty())
    panels.append(QJsonObject{{"plot", QJsonObject{{"signals", QJsonArray::fromStringList(card->signalTexts())}}}});
  const QString name = tr("Figure %1").arg(figures.size() + 1);
  QJsonObject figure{{"name", name},
                     {"width", panels.size() > 1 ? 181 : 88},
                     {"columns", panels.size()},
                     {"letters", panels.size() > 1},
                     {"panels", panels}};
  if (snapshot.t > snapshot.model->simulation.duration) figure["duration"] = rounded(snapshot.t);
  figures.append(figure);
  context_.document().setStudio(kKey, QString::fromUtf8(QJsonDocument(figures).toJson(QJsonDocument::Compact)));
  names_->setCurrentText(name);
}

void ProjectFigures::ask() {
  if (process_.state() != QProcess::NotRunning) {
    cancelled_ = true;
    process_.kill();
    return;
  }
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  QString name = names_->currentText().toLower();
  name.replace(u' ', u'-').replace(u'/', u'-');
  const QString file =
      QFileDialog::getSaveFileName(&context_.window(), tr("Make the figure"), QDir(folder).filePath(name + ".pdf"),
                                   tr("Figures (*.pdf *.svg *.png)"));
  if (!file.isEmpty()) makeTo(QFileInfo(file).suffix().isEmpty() ? file + ".pdf" : file);
}

void ProjectFigures::makeTo(const QString& file) {
  if (!context_.document().hasFile() || context_.document().isDirty())
    return end(file, tr("It is made of the project's file: save the project first."));
  const QString program = commandLineProgram();
  if (program.isEmpty()) return end(file, tr("The program tendril is missing beside this one."));
  QStringList arguments{"figure", context_.document().path(), names_->currentText(), "--out", file};
  if (const std::string& variant = context_.document().document().variant(); !variant.empty())
    arguments << "--variant" << QString::fromStdString(variant);
  cancelled_ = false;
  process_.disconnect();
  connect(&process_, &QProcess::finished, this, [this, file](int code, QProcess::ExitStatus status) {
    const QString said = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    const bool good = code == 0 && status == QProcess::NormalExit;
    end(file, good ? QString() : cancelled_ ? tr("It was cancelled.") : said.isEmpty() ? tr("It ended early.") : said);
  });
  process_.start(program, arguments);
  takeNames();
}

void ProjectFigures::end(const QString& file, const QString& error) {
  takeNames();
  const QString name = QFileInfo(file).fileName();
  if (!cancelled_)
    context_.notices().show(
        {.severity = error.isEmpty() ? Notice::Severity::kInfo : Notice::Severity::kError,
         .title = error.isEmpty() ? tr("“%1” is written").arg(name) : tr("“%1” was not written").arg(name),
         .advice = error.isEmpty() ? tr("The data of its panels lies beside it.") : error,
         .details = {}});
  Q_EMIT finished(file, error);
}

}  // namespace tendril
