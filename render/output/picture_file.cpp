// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/picture_file.hpp"

#include <vtkImageData.h>
#include <vtkJPEGWriter.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kQuality = 84;  // JPEG: no visible noise around edges, a tenth of a PNG

std::string extension(const std::string& path) {
  std::string text = std::filesystem::path(path).extension().string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool isJpeg(const std::string& path) {
  return extension(path) == ".jpg" || extension(path) == ".jpeg";
}

/// VTK counts rows from the bottom.
void fill(vtkImageData* image, int width, int height, int channels, const std::vector<std::uint8_t>& rgba) {
  image->SetDimensions(width, height, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, channels);
  auto* to = static_cast<std::uint8_t*>(image->GetScalarPointer());
  for (int y = height - 1; y >= 0; --y)
    for (int x = 0; x < width; ++x, to += channels)
      std::copy_n(&rgba[4 * (static_cast<std::size_t>(y) * width + x)], channels, to);
}

void write(vtkImageWriter* writer, vtkImageData* image, const std::string& path) {
  writer->SetInputData(image);
  writer->SetFileName(path.c_str());
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw std::runtime_error("cannot write \"" + path + "\": the folder " + folder.string() + " does not exist");
  writer->Write();
  if (writer->GetErrorCode() != 0) throw std::runtime_error("cannot write \"" + path + "\": is the folder writable?");
}

}  // namespace

bool isPictureFile(const std::string& path) {
  return extension(path) == ".png" || isJpeg(path);
}

void writePictureFile(const std::string& path, int width, int height, const std::vector<std::uint8_t>& rgba,
                      bool alpha) {
  if (!isPictureFile(path)) throw std::runtime_error("\"" + path + "\": pictures are written as .png or .jpg");
  vtkNew<vtkImageData> image;
  fill(image, width, height, alpha && !isJpeg(path) ? 4 : 3, rgba);
  if (isJpeg(path)) {
    vtkNew<vtkJPEGWriter> writer;
    writer->SetQuality(kQuality);
    write(writer, image, path);
  } else {
    vtkNew<vtkPNGWriter> writer;
    write(writer, image, path);
  }
}

}  // namespace tendril
