// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plots/project_figures.hpp"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <cmath>

#include "studio/app/context/plots.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/recording/tables/run_export.hpp"
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

QJsonArray listOf(const std::vector<std::string>& texts) {
  QJsonArray list;
  for (const std::string& text : texts) list.append(QString::fromStdString(text));
  return list;
}

/// Colours, cut and what is drawn besides bodies, as the window shows them.
void addLook(const Viewport& viewport, QJsonObject& view) {
  const DeformationLook& look = viewport.deformationLook();
  if (look.colors.field != SurfaceField::kNone) {
    const std::string_view key = surfaceFieldInfo(look.colors.field).key;
    view["field"] = QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
    if (look.colors.low < look.colors.high)
      view["range"] = QJsonArray{rounded(look.colors.low), rounded(look.colors.high)};
    QJsonArray levels;
    for (const double level : look.levels) levels.append(rounded(level));
    if (!levels.isEmpty()) view["iso"] = levels;
  }
  if (look.cut) view["cut"] = QString::fromStdString(cutText(*look.cut));
  if (const QJsonArray show = listOf(overlayKeys(viewport.overlays())); !show.isEmpty()) view["show"] = show;
}

QJsonObject viewPanel(const Viewport& viewport, double t, const QString& quality) {
  const CameraView& camera = viewport.camera();
  const QJsonObject look{
      {"azimuth", rounded(camera.azimuth / CameraView::kDegree)},
      {"elevation", rounded(camera.elevation / CameraView::kDegree)},
      {"distance", rounded(camera.distance)},
      {"orthographic", camera.orthographic},
      {"pivot", QJsonArray{rounded(camera.pivot.x()), rounded(camera.pivot.y()), rounded(camera.pivot.z())}}};
  QJsonObject view{{"camera", look}, {"times", QJsonArray{rounded(t)}}};
  if (!quality.isEmpty()) view["quality"] = quality;
  addLook(viewport, view);
  return {{"view", view}};
}

/// The project that a run was made of, with the figures that there are now.
std::string projectOf(const StudioContext& context, const RunPart& part) {
  DocumentHost& document = context.document();
  const auto live = context.player().liveRun();
  if (document.document().variant().empty() && live && part.model == live->model()) return document.document().text();
  std::vector<Problem> ignored;
  json::Node project = json::parse(document.builder().projects()->text(part.model), ignored);
  if (!project.is(json::Node::Kind::kObject)) return document.document().text();
  if (!project.find("studio")) project.add("studio", json::Node::object());
  json::Node* studio = project.find("studio");
  json::Node figures = json::parse(document.document().studio("figures"), ignored);
  if (json::Node* old = studio->find("figures"))
    *old = std::move(figures);
  else
    studio->add("figures", std::move(figures));
  return json::write(project);
}

/// The plot as it is, as figures store plots.
QJsonObject plotPanel(const PlotCard& card) {
  const std::string text = json::writeCompact(figure::writePlotSpec(card.exported().spec));
  return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
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
      quality_(new QComboBox),
      ofRun_(new QCheckBox(tr("Of the run in the view"))),
      make_(new QPushButton(tr("Make…"))),
      add_(new QPushButton(tr("Add this view"))),
      copy_(new QPushButton(tr("Copy as command"))),
      paper_(new QPushButton(tr("Paper page"))),
      hint_(new QLabel) {
  layOut();
  connect(make_, &QPushButton::clicked, this, &ProjectFigures::ask);
  connect(add_, &QPushButton::clicked, this, &ProjectFigures::addView);
  connect(copy_, &QPushButton::clicked, this, &ProjectFigures::copyCommand);
  connect(paper_, &QPushButton::clicked, this, [this] { context_.panels().showPanel("paper"); });
  connect(names_, &QComboBox::currentTextChanged, this, &ProjectFigures::follow);
  connect(quality_, &QComboBox::currentIndexChanged, this, &ProjectFigures::follow);
  connect(ofRun_, &QCheckBox::toggled, this, &ProjectFigures::follow);
  pool_.setMaxThreadCount(1);
  QAction* make = context.actions().add(tr("Make a figure of the project…"), "picture", {}, [this] {
    // Whoever asks may say which one.
    if (QAction* asked = context_.actions().find(QStringLiteral("makeFigure")); asked && asked->data().isValid()) {
      names_->setCurrentText(asked->data().toString());
      asked->setData({});
    }
    if (names_->count() > 0) ask();
  });
  make->setObjectName(QStringLiteral("makeFigure"));
  connect(&context.document(), &DocumentHost::opened, this, &ProjectFigures::takeNames);
  connect(&context.document(), &DocumentHost::changed, this, &ProjectFigures::takeNames);
  connect(&context.document(), &DocumentHost::stateChanged, this, &ProjectFigures::takeNames);
  takeNames();
}

ProjectFigures::~ProjectFigures() {
  pool_.waitForDone();
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
  quality_->setObjectName(QStringLiteral("figure_quality"));
  quality_->setAccessibleName(tr("Quality of the views"));
  quality_->addItem(tr("Quality as the figure says"), QString());
  quality_->addItem(tr("Live quality"), QStringLiteral("live"));
  quality_->addItem(tr("Publication quality"), QStringLiteral("publication"));
  quality_->setToolTip(
      tr("Publication: soft shadows, dark corners and smooth edges, from many samples. Takes seconds for each pose. "
         "A view that is added keeps it."));
  make_->setObjectName(QStringLiteral("figure_make"));
  make_->setToolTip(tr("Writes the figure as PDF, SVG or PNG, and the data of its panels beside it"));
  add_->setObjectName(QStringLiteral("figure_add"));
  add_->setToolTip(tr("A new figure of the project: the view at this time, with the plot in use beside it"));
  ofRun_->setObjectName(QStringLiteral("figure_of_run"));
  ofRun_->setChecked(true);
  ofRun_->setToolTip(
      tr("Draws the run that the view shows, with all that was done in it by hand, and the project as it "
         "stands; otherwise the saved project is simulated anew"));
  copy_->setObjectName(QStringLiteral("figure_copy_command"));
  copy_->setToolTip(tr("The command line that makes the figure"));
  paper_->setObjectName(QStringLiteral("figure_paper"));
  paper_->setToolTip(tr("All figures of the project, and its numbers with where they come from"));
  for (QPushButton* button : {make_, add_, copy_, paper_}) button->setProperty("role", "outlined");
  hint_->setProperty("role", "secondary");
  hint_->setFont(AppTheme::secondaryFont());
  hint_->setWordWrap(true);
  down->addWidget(names_);
  down->addWidget(quality_);
  down->addWidget(ofRun_);
  auto* beside = new QHBoxLayout;
  beside->setSpacing(kGrid);
  beside->addWidget(make_, 1);
  beside->addWidget(copy_, 1);
  down->addLayout(beside);
  auto* below = new QHBoxLayout;
  below->setSpacing(kGrid);
  below->addWidget(add_, 1);
  below->addWidget(paper_, 1);
  down->addLayout(below);
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
  ofRun_->setVisible(!figures.isEmpty());
  copy_->setVisible(!figures.isEmpty());
  const bool busy = writing_ || process_.state() != QProcess::NotRunning;
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
  QJsonArray figures = storedFigures(context_),
             panels{viewPanel(context_.view().viewport(), snapshot.t, quality_->currentData().toString())};
  const Plots* plots = context_.plots();
  if (const PlotCard* card = plots ? plots->current() : nullptr; card && !card->signalTexts().isEmpty())
    panels.append(QJsonObject{{"plot", plotPanel(*card)}});
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
  if (writing_ || process_.state() != QProcess::NotRunning) {
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
  file_ = file;
  cancelled_ = false;
  follow();
  if (commandLineProgram().isEmpty()) return end(file, tr("The program tendril is missing beside this one."));
  const std::shared_ptr<const Run> run = context_.player().shownRun();
  if (ofRun_->isChecked() && run && run->history->size() > 1) return makeOfRun(file);
  if (!context_.document().hasFile() || context_.document().isDirty())
    return end(
        file,
        tr("It is made of the project's file: save the project first, or play it and make the figure of the run."));
  draw(context_.document().path(), file);
}

/// The run goes to a file beside the window, with the project as it stands; the figure is made of both.
void ProjectFigures::makeOfRun(const QString& file) {
  const std::shared_ptr<const Run> run = context_.player().shownRun();
  folder_ = std::make_unique<QTemporaryDir>();
  if (!folder_->isValid()) return end(file, tr("There is no room for the run in %1.").arg(QDir::tempPath()));
  DocumentHost& document = context_.document();
  const RunPart& part = run->parts.back();
  RunOrigin origin = runOrigin(part, projectOf(context_, part));
  origin.projectDirectory = document.document().directory();
  writing_ = true;
  takeNames();
  pool_.start([this, run, origin, file, path = folder_->filePath(QStringLiteral("run.h5"))] {
    QString problem;
    try {
      writeRun(path.toStdString(), *run, origin);
    } catch (const std::exception& error) {
      problem = QString::fromUtf8(error.what());
    }
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this,
        [this, problem, file, path] {
          writing_ = false;
          if (cancelled_) return end(file, tr("It was cancelled."));
          problem.isEmpty() ? draw(path, file) : end(file, problem);
        },
        Qt::QueuedConnection);
  });
}

void ProjectFigures::draw(const QString& project, const QString& file) {
  QStringList arguments{"figure", project, names_->currentText(), "--out", file};
  if (const std::string& variant = context_.document().document().variant(); !variant.empty() && !folder_)
    arguments << "--variant" << QString::fromStdString(variant);
  if (const QString quality = quality_->currentData().toString(); !quality.isEmpty())
    arguments << "--quality" << quality;
  process_.disconnect();
  connect(&process_, &QProcess::finished, this, [this, file](int code, QProcess::ExitStatus status) {
    const QString said = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    const bool good = code == 0 && status == QProcess::NormalExit;
    end(file, good ? QString() : cancelled_ ? tr("It was cancelled.") : said.isEmpty() ? tr("It ended early.") : said);
  });
  process_.start(commandLineProgram(), arguments);
  takeNames();
}

/// What the action that copies the command is told.
void ProjectFigures::follow() {
  if (QAction* action = context_.actions().find(QStringLiteral("copyFigure")))
    action->setData(QVariantMap{{QStringLiteral("name"), names_->currentText()},
                                {QStringLiteral("file"), file_},
                                {QStringLiteral("quality"), quality_->currentData()},
                                {QStringLiteral("run"), ofRun_->isChecked()}});
}

void ProjectFigures::copyCommand() {
  follow();
  context_.actions().trigger(QStringLiteral("copyFigure"));
}

void ProjectFigures::end(const QString& file, const QString& error) {
  folder_.reset();
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
