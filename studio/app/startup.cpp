// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/startup.hpp"

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <cstdio>

#include "studio/app/actions/layout_actions.hpp"
#include "studio/app/actions/plugin_actions.hpp"
#include "studio/app/actions/tour_actions.hpp"
#include "studio/app/main_window.hpp"
#include "studio/app/panels/gallery_page.hpp"

namespace tendril {
namespace {

constexpr int kFailed = 4;
constexpr int kDecorated = 250;                    // ms, until a window manager has decorated a window
constexpr QMargins kUsualDecoration(4, 40, 4, 4);  // of most desktops; known once the window is shown

ThemeMode storedTheme() {
  const int stored = QSettings().value("theme", static_cast<int>(ThemeMode::kSystem)).toInt();
  const bool known = stored >= static_cast<int>(ThemeMode::kSystem) && stored <= static_cast<int>(ThemeMode::kDark);
  return known ? static_cast<ThemeMode>(stored) : ThemeMode::kSystem;
}

/// Once before it is shown, and again when its decoration is known, if that is larger.
void placeFirst(MainWindow& window) {
  const auto place = [&window](const QMargins& decoration) {
    if (const QScreen* screen = window.screen())
      window.setGeometry(firstGeometry(screen->availableGeometry(), decoration, window.size(), window.minimumSize()));
  };
  place(kUsualDecoration);
  QTimer::singleShot(kDecorated, &window, [&window, place] {
    const QWindow* shown = window.windowHandle();
    const QScreen* screen = window.screen();
    if (!shown || !screen || window.isMaximized() || window.isFullScreen()) return;
    if (!screen->availableGeometry().contains(window.frameGeometry())) place(shown->frameMargins());
  });
}

void openFirst(MainWindow& window, const StudioOptions& options) {
  if (!options.project.isEmpty()) return window.openProject(options.project, !options.paused);
  window.gallery().show();
}

/// Where nothing is open and nothing more is said (what was lost is not wanted, a file could not be opened), the
/// gallery comes back: an empty view leads nowhere.
void showGalleryInsteadOfNothing(MainWindow& window) {
  const auto look = [&window] {
    const bool busy = window.loader().busy() || !window.view().notices().cards().empty();
    if (!busy && !window.document().isOpen()) window.gallery().show();
  };
  // Queued: the button that closed the last notice may just be about to open something.
  QObject::connect(&window.view().notices(), &NoticeStack::emptied, &window, look, Qt::QueuedConnection);
}

/// True if there is something to restore: it is offered before anything else is shown.
bool offersRecovery(MainWindow& window, const StudioOptions& options) {
  DocumentHost& document = window.document();
  if (!options.screenshot.isEmpty()) return false;
  if (options.project.isEmpty()) return document.offerRecovery() > 0;
  // After the project is there, because opening one dismisses the notices.
  const auto once = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
  QObject::connect(&window.loader(), &ProjectLoader::loaded, &document, &DocumentHost::offerRecovery, once);
  return false;
}

/// Loads the plugins that are allowed, before anything that needs them is read. The rest is said when a project is
/// there: the gallery would hide it.
void startPlugins(MainWindow& window) {
  window.context().plugins().loadAllowed();
  const auto once = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
  QObject::connect(&window.document(), &DocumentHost::opened, &window.pluginActions(), &PluginActions::greet, once);
}

}  // namespace

void prepareGraphics() {
  // VTK draws through GLX; on a Wayland desktop that is XWayland.
  if (qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "xcb");
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
}

QRect firstGeometry(const QRect& available, const QMargins& decoration, const QSize& wanted, const QSize& least) {
  const QRect room = available.marginsRemoved(decoration);
  QRect place(QPoint(), wanted.boundedTo(room.size()).expandedTo(least));
  place.moveCenter(room.center());
  // What does not fit at all begins where its title can be reached.
  place.moveTopLeft({std::max(place.left(), room.left()), std::max(place.top(), room.top())});
  return place;
}

void openAtStart(MainWindow& window, const StudioOptions& options) {
  AppTheme::instance().setMode(options.theme.value_or(storedTheme()));
  const bool picture = !options.screenshot.isEmpty();  // pictures look the same everywhere
  if (!picture && !window.layouts().restoreLast()) placeFirst(window);
  if (options.size) window.resize(options.size->expandedTo(window.minimumSize()));
  showGalleryInsteadOfNothing(window);
  if (options.screenshot.isEmpty()) startPlugins(window);
  if (!offersRecovery(window, options)) openFirst(window, options);
}

void offerTourOnce(MainWindow& window, const StudioOptions& options) {
  if (options.screenshot.isEmpty() && window.gallery().isShown()) window.tour().offerOnce();
}

void takeScreenshot(MainWindow& window, const StudioOptions& options) {
  const int wait = static_cast<int>(options.after * 1000);
  const auto save = [&window, file = options.screenshot] {
    if (window.screenPicture().save(file, "PNG")) return QApplication::exit(0);
    std::fprintf(stderr, "%s cannot be written. Choose another place.\n", qPrintable(file));
    QApplication::exit(kFailed);
  };
  if (options.project.isEmpty()) return QTimer::singleShot(wait, &window, save);
  // Counted from the moment when the file is open (or refused), however long reading took.
  QObject::connect(&window.loader(), &ProjectLoader::loaded, &window,
                   [wait, save, &window] { QTimer::singleShot(wait, &window, save); });
}

}  // namespace tendril
