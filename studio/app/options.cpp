// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/options.hpp"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace tendril {
namespace {

constexpr int kWrongCommandLine = 2;

struct Names {
  QCommandLineOption screenshot{"screenshot", "Write a picture of the window to this PNG file and quit.", "file"};
  QCommandLineOption after{"after", "Seconds before the screenshot is taken (default 2).", "s", "2"};
  QCommandLineOption size{"size", "Size of the window, such as 1440x900.", "WxH"};
  QCommandLineOption theme{"theme", "Look of the window: system, light or dark.", "name"};
  QCommandLineOption paused{"paused", "Do not start playing."};
};

std::optional<QSize> parseSize(const QString& text) {
  static const QRegularExpression pattern("^(\\d{1,5})[xX×](\\d{1,5})$");
  const auto match = pattern.match(text);
  if (!match.hasMatch()) return std::nullopt;
  return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

std::optional<ThemeMode> parseTheme(const QString& text) {
  if (text == "system") return ThemeMode::kSystem;
  if (text == "light") return ThemeMode::kLight;
  if (text == "dark") return ThemeMode::kDark;
  return std::nullopt;
}

/// Fills the options; an error text, or empty.
QString readValues(const QCommandLineParser& parser, const Names& names, StudioOptions& options) {
  const QStringList files = parser.positionalArguments();
  if (files.size() > 1) return QStringLiteral("One project at a time: %1 files were given.").arg(files.size());
  if (!files.isEmpty()) options.project = files.front();
  options.screenshot = parser.value(names.screenshot);
  options.paused = parser.isSet(names.paused);
  bool number = false;
  options.after = parser.value(names.after).toDouble(&number);
  if (!number || !(options.after >= 0 && options.after <= 3600))
    return QStringLiteral("--after wants seconds from 0 to 3600, not “%1”.").arg(parser.value(names.after));
  if (parser.isSet(names.size)) options.size = parseSize(parser.value(names.size));
  if (parser.isSet(names.size) && !options.size)
    return QStringLiteral("--size wants width and height such as 1440x900, not “%1”.").arg(parser.value(names.size));
  if (parser.isSet(names.theme)) options.theme = parseTheme(parser.value(names.theme));
  if (parser.isSet(names.theme) && !options.theme)
    return QStringLiteral("--theme is system, light or dark, not “%1”.").arg(parser.value(names.theme));
  return {};
}

}  // namespace

ParsedOptions parseOptions(const QStringList& arguments) {
  ParsedOptions parsed;
  const Names names;
  QCommandLineParser parser;
  parser.setApplicationDescription("Tendril: a studio for robots made of rigid links, soft bodies and floating bases.");
  const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
  parser.addPositionalArgument("project", "A *.tendril.json file to open; the first example if none is given.",
                               "[project]");
  parser.addOptions({names.screenshot, names.after, names.size, names.theme, names.paused});
  if (!parser.parse(arguments)) {
    parsed.message = parser.errorText();
  } else if (parser.isSet(help)) {
    parsed.message = parser.helpText();
    return parsed;
  } else if (parser.isSet(version)) {
    parsed.message = QStringLiteral("tendril-studio %1").arg(TENDRIL_VERSION);
    return parsed;
  } else {
    parsed.message = readValues(parser, names, parsed.options);
  }
  if (!parsed.message.isEmpty()) parsed.exitCode = kWrongCommandLine;
  return parsed;
}

}  // namespace tendril
