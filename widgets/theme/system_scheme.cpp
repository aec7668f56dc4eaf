// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/system_scheme.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/theme/system_scheme_listener.hpp"

namespace tendril {
namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kNamespace = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";

/// Asking for the bus where none runs would start one.
bool hasSessionBus() {
  return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
         QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + "/bus");
}

/// The portal wraps the value once or twice: 0 no preference, 1 dark, 2 light.
int unwrapped(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value.toInt();
}

}  // namespace

void SchemeListener::settingChanged(const QString& space, const QString& key, const QDBusVariant& value) {
  if (space == QLatin1String(kNamespace) && key == QLatin1String(kKey)) take(value.variant());
}

void SchemeListener::take(const QVariant& value) {
  const int scheme = unwrapped(value);
  if (scheme == 1 || scheme == 2) report_(scheme == 1);
}

bool paletteIsDark() {
  const QPalette palette = QGuiApplication::palette();
  return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

void followSystemScheme(QObject* owner, std::function<void(bool dark)> report) {
  if (!hasSessionBus()) return;
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  auto* listener = new SchemeListener(owner, std::move(report));
  bus.connect(kService, kPath, kInterface, "SettingChanged", listener,
              SLOT(settingChanged(QString, QString, QDBusVariant)));
  QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, "Read");
  question << QString(kNamespace) << QString(kKey);
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question, 2000), listener);
  QObject::connect(watcher, &QDBusPendingCallWatcher::finished, listener, [listener, watcher] {
    const QDBusPendingReply<QVariant> reply = *watcher;
    if (!reply.isError()) listener->take(reply.value());
    watcher->deleteLater();
  });
}

}  // namespace tendril
