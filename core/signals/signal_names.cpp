// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_names.hpp"

#include <algorithm>
#include <cctype>

#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

bool isNameCharacter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || c == '_';
}

/// Length of the name at the start of `text`, 0 if there is none. Numbers such as 1e3 are taken as a whole too.
std::size_t wordLength(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && isNameCharacter(text[length])) ++length;
  return length;
}

}  // namespace

std::vector<NameToken> nameTokens(std::string_view text) {
  std::vector<NameToken> tokens;
  bool afterDot = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    NameToken token{.text = rest.substr(0, 1), .name = {}, .afterDot = afterDot};
    if (const std::size_t end = rest.find('\'', 1); rest.front() == '\'' && end != std::string_view::npos) {
      token.text = rest.substr(0, end + 1);
      token.name = rest.substr(1, end - 1);
      token.quoted = true;
    } else if (const std::size_t length = wordLength(rest); length > 0) {
      token.text = rest.substr(0, length);
      if (!std::isdigit(static_cast<unsigned char>(rest.front()))) token.name = token.text;
    }
    at += token.text.size();
    token.beforeDot = at < text.size() && text[at] == '.';
    afterDot = token.text == ".";
    tokens.push_back(token);
  }
  return tokens;
}

std::string withObjectsRenamed(std::string_view signal, const Renames& renames) {
  std::string out;
  for (const NameToken& token : nameTokens(signal)) {
    const bool object = !token.name.empty() && !token.afterDot && token.beforeDot;
    const auto found =
        std::find_if(renames.begin(), renames.end(), [&](const auto& rename) { return rename.first == token.name; });
    if (object && found != renames.end())
      out += signalPart(found->second);
    else
      out += token.text;
  }
  return out;
}

Renames namesIn(const Model& other, const Model& model) {
  Renames renames;
  for (const Link& link : model.links)
    for (const Link& there : other.links)
      if (link.id != 0 && link.id == there.id && link.name != there.name) renames.emplace_back(link.name, there.name);
  if (model.actuators.size() == other.actuators.size())
    for (std::size_t i = 0; i < model.actuators.size(); ++i)
      if (model.actuators[i]->name != other.actuators[i]->name)
        renames.emplace_back(model.actuators[i]->name, other.actuators[i]->name);
  if (model.controllers.size() == other.controllers.size())
    for (std::size_t i = 0; i < model.controllers.size(); ++i)
      if (model.controllers[i]->name != other.controllers[i]->name)
        renames.emplace_back(model.controllers[i]->name, other.controllers[i]->name);
  return renames;
}

}  // namespace tendril
