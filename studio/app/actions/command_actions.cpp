// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/command_actions.hpp"

#include <QApplication>
#include <QClipboard>

#include <algorithm>

#include "core/equilibria/statics.hpp"
#include "core/text/number_text.hpp"
#include "render/fields/cut_face.hpp"
#include "studio/app/context/plots.hpp"
#include "studio/app/context/shell_word.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/picture_saver.hpp"
#include "studio/export/robot_export.hpp"
#include "widgets/plots/plot_card.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

QString number(double value) {
  return QString::fromStdString(numberText(value));
}

/// Texts of a plot's specification as options of `tendril plot`.
QString plotOptions(const figure::PlotSpec& spec, bool statistics) {
  QString line;
  const auto put = [&line](const char* option, const std::string& text) {
    if (!text.empty()) line += QLatin1String(option) + shellWord(QString::fromStdString(text));
  };
  const auto join = [](const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
    return all;
  };
  const auto each = [&line](const char* option, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) line += QLatin1String(option) + shellWord(QString::fromStdString(text));
  };
  put(" --signals ", join(spec.signals));
  put(" --references ", join(spec.references));
  each(" --label ", spec.labels);
  put(" --x ", join(spec.x));
  if (spec.spectrum) line += QStringLiteral(" --spectrum");
  if (spec.histogram > 0) line += QStringLiteral(" --histogram %1").arg(spec.histogram);
  put(" --per-run ", spec.perRun);
  put(" --log ", std::string(spec.logX ? "x" : "") + (spec.logY ? "y" : ""));
  if (spec.rightAxis) line += QStringLiteral(" --right-axis");
  put(" --band ", spec.band);
  put(" --x-title ", spec.xTitle);
  put(" --x-unit ", spec.xUnit);
  each(" --y-title ", spec.yTitles);
  each(" --unit ", spec.units);
  if (statistics) line += QStringLiteral(" --statistics");
  return line;
}

/// Colours and cut of soft bodies as they are seen.
QString deformationOptions(const DeformationLook& look) {
  QString options;
  if (look.colors.field != SurfaceField::kNone)
    options += QStringLiteral(" --field %1 --range %2,%3")
                   .arg(QString::fromUtf8(surfaceFieldInfo(look.colors.field).key), number(look.colors.low),
                        number(look.colors.high));
  if (!look.levels.empty()) options += QStringLiteral(" --iso ") + number(look.levels.front());
  if (look.cut) options += QStringLiteral(" --cut ") + shellWord(QString::fromStdString(cutText(*look.cut)));
  return options;
}

QString variantOption(const std::string& variant) {
  return variant.empty() ? QString() : QStringLiteral(" --variant ") + shellWord(QString::fromStdString(variant));
}

/// A name of a file for a table.
QString tableName(QString name) {
  name.replace(u' ', u'-').replace(u'/', u'-');
  return name + QStringLiteral(".csv");
}

}  // namespace

CommandActions::CommandActions(StudioContext& context, PictureSaver& pictures, const RecordedRuns& recordings)
    : QObject(&context.window()), context_(context), runs_(context, recordings) {
  addActions();
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    done_ = Done::kNothing;
    picture_ = {};
    runs_.clear();
    statics_ = context_.player().snapshot().statics;
  });
  connect(&pictures, &PictureSaver::saved, this, [this](const PictureChoice& choice) {
    picture_ = choice;
    done_ = Done::kPicture;
  });
  connect(&context.player(), &Player::frame, this, &CommandActions::follow);
}

void CommandActions::addActions() {
  context_.actions().add(tr("Copy as command"), "duplicate", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
                         [this] { copy(command()); });
  const auto add = [this](const char* name, const QString& text, QString (CommandActions::*line)() const) {
    context_.actions().add(text, "duplicate", {}, [this, line] { copy((this->*line)()); })->setObjectName(name);
  };
  add("copyRender", tr("Copy as command: picture of the view"), &CommandActions::renderCommand);
  add("copySimulate", tr("Copy as command: run"), &CommandActions::simulateCommand);
  add("copyPlot", tr("Copy as command: plot in use"), &CommandActions::plotCommand);
  add("copyFigure", tr("Copy as command: figure of the project"), &CommandActions::figureCommand);
  add("copyStatics", tr("Copy as command: equilibrium"), &CommandActions::staticsCommand);
  add("copyModes", tr("Copy as command: modes of vibration"), &CommandActions::modesCommand);
  add("copyLinear", tr("Copy as command: linear model about the equilibrium"), &CommandActions::linearCommand);
  add("copyLinearInstant", tr("Copy as command: linear model about this instant"),
      &CommandActions::linearInstantCommand);
  add("copyWorkspace", tr("Copy as command: workspace"), &CommandActions::workspaceCommand);
  add("copyExport", tr("Copy as command: export of the model"), &CommandActions::exportCommand);
  add("copyRunExport", tr("Copy as command: export of the run"), &CommandActions::exportRunCommand);
  add("copyFilm", tr("Copy as command: film of the run"), &CommandActions::filmCommand);
  add("copyInverse", tr("Copy as command: inverse run"), &CommandActions::inverseCommand);
  add("copyVariants", tr("Copy as command: runs of the variants"), &CommandActions::variantsCommand);
  add("copyVerify", tr("Copy as command: check of the engine on this robot"), &CommandActions::verifyCommand);
  add("copyInfo", tr("Copy as command: what the project is"), &CommandActions::infoCommand);
}

void CommandActions::follow(const Snapshot& snapshot) {
  runs_.follow(snapshot);
  if (snapshot.statics == statics_) return;
  statics_ = snapshot.statics;
  if (statics_) done_ = Done::kStatics;
}

QString CommandActions::project() const {
  if (const QString recording = context_.document().recordedIn(); !recording.isEmpty()) return shellWord(recording);
  return shellWord(context_.document().path()) + variantOption(context_.document().document().variant());
}

PlotCard* CommandActions::plotInUse() const {
  const Plots* plots = context_.plots();
  return plots ? plots->current() : nullptr;
}

QString CommandActions::command() const {
  const Plots* plots = context_.plots();
  if (plots && plots->haveFocus())
    if (const QString plot = plotCommand(); !plot.isEmpty()) return plot;
  if (done_ == Done::kPicture) return renderCommand();
  if (done_ == Done::kStatics) return staticsCommand();
  return context_.player().snapshot().liveTime > 0 ? simulateCommand() : infoCommand();
}

/// What a picture shows and a line drawing does not.
QString CommandActions::shadedOptions() const {
  const Viewport& viewport = context_.view().viewport();
  QString look = deformationOptions(viewport.deformationLook());
  QStringList shown;
  for (const std::string& key : overlayKeys(viewport.overlays())) shown << QString::fromStdString(key);
  if (!shown.isEmpty()) look += QStringLiteral(" --show ") + shown.join(u',');
  if (picture_.backdrop == Backdrop::kWhite) look += QStringLiteral(" --background white");
  if (picture_.backdrop == Backdrop::kNone) look += QStringLiteral(" --background transparent");
  if (picture_.publication) look += QStringLiteral(" --quality publication");
  return look;
}

QString CommandActions::renderCommand() const {
  const Viewport& viewport = context_.view().viewport();
  const QSize pixels =
      picture_.pixels.isEmpty() ? (QSizeF(viewport.size()) * viewport.devicePixelRatioF()).toSize() : picture_.pixels;
  const QString file = picture_.file.isEmpty() ? QStringLiteral("view.png") : picture_.file;
  QString look = picture_.isLines() ? QString() : shadedOptions();
  if (viewport.camera().orthographic) look += QStringLiteral(" --orthographic");
  if (picture_.isLines() && picture_.hiddenLines) look += QStringLiteral(" --hidden-lines");
  // What is not the beginning is drawn as it stands.
  const Snapshot& snapshot = context_.player().snapshot();
  if (snapshot.model && (snapshot.t > 0 || snapshot.q != snapshot.model->q0)) look += stateOption();
  return QStringLiteral("tendril render %1 --size %2x%3%4 --out %5%6")
      .arg(project())
      .arg(pixels.width())
      .arg(pixels.height())
      .arg(look, shellWord(file),
           AppTheme::instance().isDark() && !picture_.isLines() ? QStringLiteral(" --dark") : QString());
}

QString CommandActions::simulateCommand() const {
  return runs_.simulate(project(), QStringLiteral("run.csv"));
}

QString CommandActions::plotCommand() const {
  const PlotCard* card = plotInUse();
  const Snapshot& snapshot = context_.player().snapshot();
  if (!card || !snapshot.model) return {};
  const FigurePlot plot = card->exported();
  if (plot.spec.signals.empty()) return {};
  const QString title = card->title().text();
  const RunCommands::Source source = runs_.source(project());
  QString line =
      source.before +
      QStringLiteral("tendril plot %1%2%3").arg(project(), source.option, plotOptions(plot.spec, card->statistics()));
  // The program simulates as long as the project says: longer, if the plot shows more.
  const QCPRange range =
      plot.figure ? QCPRange(plot.figure->curves.from, plot.figure->curves.to) : QCPRange(plot.from, plot.to);
  const auto run = context_.player().shownRun();
  const double last = run && snapshot.run != snapshot.liveRun ? run->end() : snapshot.liveTime;
  const double end = std::max(last, 0.01), from = std::max(0.0, range.lower), to = std::min(end, range.upper);
  if (source.simulates && to > snapshot.model->simulation.duration)
    line += QStringLiteral(" --set simulation.duration=%1").arg(QString::number(to, 'g', 6));
  if (from > 0 && from < to) line += QStringLiteral(" --from %1").arg(QString::number(from, 'g', 6));
  if (to > from && to < (source.simulates ? snapshot.model->simulation.duration : end))
    line += QStringLiteral(" --to %1").arg(QString::number(to, 'g', 6));
  if (!title.isEmpty()) line += QStringLiteral(" --title ") + shellWord(title);
  return line + (AppTheme::instance().isDark() ? QStringLiteral(" --dark") : QString()) +
         QStringLiteral(" --out plot.svg");
}

/// The inputs of this moment; a file for the command, which the shell makes on the way. Empty where all are 0.
QString CommandActions::inputsOption() const {
  const Snapshot& snapshot = context_.player().snapshot();
  if (snapshot.u.size() == 0 || !(snapshot.u.cwiseAbs().maxCoeff() > 0)) return {};
  return QStringLiteral(" --inputs <(echo '{\"u\": %1}')").arg(jsonList(snapshot.u));
}

QString CommandActions::staticsCommand() const {
  return QStringLiteral("tendril statics %1").arg(project()) + inputsOption();
}

QString CommandActions::modesCommand() const {
  return QStringLiteral("tendril modes %1").arg(project()) + inputsOption();
}

QString CommandActions::linearCommand() const {
  return QStringLiteral("tendril linearize %1").arg(project()) + inputsOption() +
         QStringLiteral(" --output linear.npz");
}

/// The state that is shown; a file for the command, which the shell makes on the way.
QString CommandActions::stateOption() const {
  const Snapshot& snapshot = context_.player().snapshot();
  const QString inputs = snapshot.u.size() > 0 ? QStringLiteral(", \"u\": ") + jsonList(snapshot.u) : QString();
  return QStringLiteral(" --state ") + stateFile(snapshot.t, snapshot.q, snapshot.v, inputs);
}

QString CommandActions::linearInstantCommand() const {
  return QStringLiteral("tendril linearize %1%2 --output linear.npz").arg(project(), stateOption());
}

QString CommandActions::exportCommand() const {
  const StudioContext::Exported& last = context_.exported();
  const QString file = last.file.isEmpty() ? QStringLiteral("robot.urdf") : last.file;
  const ExportFormatInfo* const format = exportFormatOf(file.toStdString());
  QString line = QStringLiteral("tendril export %1 %2 --force").arg(project(), shellWord(file));
  if (last.softLinks > 0) line += QStringLiteral(" --soft-links %1").arg(last.softLinks);
  return line + (format && format->shape ? stateOption() : QString());
}

QString CommandActions::exportRunCommand() const {
  const QString file = context_.exportedRun().isEmpty() ? QStringLiteral("run.mat") : context_.exportedRun();
  const QString out = shellWord(file);
  // The headings of tables that the window writes have units.
  const QString units = file.endsWith(QStringLiteral(".csv")) ? QStringLiteral(" --units") : QString();
  const QString recording = runs_.recording();
  if (!recording.isEmpty())
    return QStringLiteral("tendril export %1 %2%3 --force").arg(shellWord(recording), out, units);
  if (!units.isEmpty() || file.endsWith(QStringLiteral(".h5"))) return runs_.simulate(project(), out) + units;
  const QString run = runs_.freeName();
  return runs_.simulate(project(), run) + QStringLiteral(" && tendril export %1 %2 --force").arg(run, out);
}

QString CommandActions::filmCommand() const {
  const QString file = context_.filmFile().isEmpty() ? QStringLiteral("film.mp4") : context_.filmFile();
  const bool shots = !context_.document().document().studio("films").empty();
  const RunCommands::Source source = runs_.source(project());
  const double t = context_.player().snapshot().liveTime;
  QString line = source.before + QStringLiteral("tendril film %1%2%3 --out %4")
                                     .arg(project(), source.option, shots ? QStringLiteral(" --film film") : QString(),
                                          shellWord(file));
  if (source.simulates && t > 0)
    line += QStringLiteral(" --set simulation.duration=%1").arg(QString::number(t, 'g', 6));
  return line;
}

QString CommandActions::workspaceCommand() const {
  const StudioContext::FoundWorkspace& found = context_.foundWorkspace();
  const QString frame = found.frame.isEmpty() ? QString() : QStringLiteral(" --frame ") + shellWord(found.frame);
  return QStringLiteral("tendril statics %1 --workspace %2%3 --out workspace.csv")
      .arg(project())
      .arg(found.samples > 0 ? found.samples : 2000)
      .arg(frame);
}

QString CommandActions::inverseCommand() const {
  const StudioContext::InverseWish wish = context_.inverseWish().value_or(StudioContext::InverseWish{.order = 2});
  const QString motion = wish.motion.isEmpty() ? QString() : QStringLiteral(" --reference ") + shellWord(wish.motion);
  return QStringLiteral("tendril inverse %1%2 --order %3%4 --out inverse.csv")
      .arg(project(), motion)
      .arg(wish.order)
      .arg(wish.full ? QStringLiteral(" --full") : QString());
}

QString CommandActions::variantsCommand() const {
  const QString file = shellWord(context_.document().path());
  QStringList lines = {QStringLiteral("tendril simulate %1 --out base.csv").arg(file)};
  for (const QString& name : context_.comparedVariants())
    lines << QStringLiteral("tendril simulate %1%2 --out %3")
                 .arg(file, variantOption(name.toStdString()), shellWord(tableName(name)));
  return lines.join(u'\n');
}

QString CommandActions::verifyCommand() const {
  return QStringLiteral("tendril verify %1").arg(project());
}

QString CommandActions::infoCommand() const {
  return QStringLiteral("tendril info %1").arg(project());
}

/// Whether a command makes the run in the view anew; the runs of variants are others.
bool CommandActions::simulatesRun(const QString& command) const {
  if (command == variantsCommand()) return false;
  if (command.contains(QStringLiteral("tendril simulate "))) return true;
  const bool draws =
      command.startsWith(QStringLiteral("tendril plot ")) || command.startsWith(QStringLiteral("tendril film "));
  return draws && runs_.source(project()).simulates;
}

void CommandActions::copy(const QString& command) {
  Notice notice{.severity = Notice::Severity::kInfo, .title = {}, .advice = {}, .details = {}};
  if (!context_.document().hasFile() && context_.document().recordedIn().isEmpty()) {
    notice.severity = Notice::Severity::kWarning;
    notice.title = tr("There is no file that a command could open");
    notice.advice = tr("Save the project first.");
  } else if (command.isEmpty()) {
    notice.severity = Notice::Severity::kWarning;
    notice.title = tr("There is no plot to copy");
    notice.advice = tr("Put a signal into a plot first.");
  } else {
    QApplication::clipboard()->setText(command);
    notice.title = tr("Copied to the clipboard");
    notice.advice = command;
    if (const QStringList lost = runs_.lost(); simulatesRun(command) && !lost.isEmpty())
      notice.advice += u'\n' + tr("It does not repeat: %1.").arg(lost.join(QStringLiteral(", ")));
    if (context_.document().isDirty()) notice.advice += u'\n' + tr("What is not saved is not in the file.");
  }
  context_.notices().show(notice);
}

/// What the panel of figures has told this action: the figure's name, its file, whether it is of the run in the view.
QString CommandActions::figureCommand() const {
  const QAction* action = context_.actions().find(QStringLiteral("copyFigure"));
  const QVariantMap figure = action ? action->data().toMap() : QVariantMap();
  const QString name = figure[QStringLiteral("name")].toString(), file = figure[QStringLiteral("file")].toString();
  const QString make = QStringLiteral("tendril figure %1 %2%3 --out %4");
  const QString quality = figure[QStringLiteral("quality")].toString();
  const QString out = shellWord(file.isEmpty() ? QStringLiteral("figure.pdf") : file) +
                      (quality.isEmpty() ? QString() : QStringLiteral(" --quality ") + quality);
  const QString which = shellWord(name.isEmpty() ? QStringLiteral("1") : name);
  const RunCommands::Source source = runs_.source(project());
  const bool moved = !source.simulates || context_.player().snapshot().liveTime > 0;
  if (!figure[QStringLiteral("run")].toBool() || !moved) return make.arg(project(), which, QString(), out);
  if (!source.simulates) return source.before + make.arg(project(), which, source.option, out);
  // By itself the figure simulates the project as long as that says.
  return runs_.simulate(project(), QStringLiteral("run.h5")) + QStringLiteral(" && ") +
         make.arg(project(), which, QStringLiteral(" --run run.h5"), out);
}

}  // namespace tendril
