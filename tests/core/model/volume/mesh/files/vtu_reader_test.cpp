// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/core/model/volume/mesh/mesh_samples.hpp"

namespace tendril::testing_meshes {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string parseError(std::string_view text, const MeshLimits& limits = {}) {
  return errorOf([&] { parseTetMesh(text, limits); });
}

std::string toBase64(const std::string& bytes) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += k <= bytes.size() - i ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// How to write a file.
struct Style {
  std::string format = "ascii";  // binary, appended
  std::string encoding = "raw";  // of the appended block
  bool swapped = false, wide = false, compressed = false, apart = false;
};

/// A tetrahedron and one marked triangle, in any style VTK writes.
class VtuWriter {
 public:
  explicit VtuWriter(Style style) : style_(std::move(style)) {}

  std::string write() {
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"" +
                       std::string(style_.swapped ? "BigEndian" : "LittleEndian") + "\" header_type=\"" +
                       (style_.wide ? "UInt64" : "UInt32") + "\"" +
                       (style_.compressed ? " compressor=\"vtkZLibDataCompressor\"" : "") +
                       ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"2\">\n<Points>\n";
    text += array<float>("Float32", "Points", {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, " NumberOfComponents=\"3\"");
    text += "</Points>\n<Cells>\n" + array<std::int64_t>("Int64", "connectivity", {0, 1, 2, 3, 0, 2, 3}, "") +
            array<std::int32_t>("Int32", "offsets", {4, 7}, "") + array<std::uint8_t>("UInt8", "types", {10, 5}, "") +
            "</Cells>\n<CellData>\n" + array<std::int16_t>("Int16", "surface", {0, 3}, "") +
            "</CellData>\n</Piece>\n</UnstructuredGrid>\n";
    if (style_.format == "appended")
      text += "<AppendedData encoding=\"" + style_.encoding + "\">\n_" + appended_ + "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
  }

 private:
  template <class T>
  std::string array(const std::string& type, const std::string& name, const std::vector<T>& values,
                    const std::string& more) {
    std::string head =
        "<DataArray type=\"" + type + "\" Name=\"" + name + "\"" + more + " format=\"" + style_.format + "\"";
    if (style_.format == "ascii") {
      head += ">\n";
      for (T value : values) head += std::to_string(value) + " ";
      return head + "\n</DataArray>\n";
    }
    Bytes bytes(style_.swapped);
    for (T value : values) bytes.add<T>(value);
    if (style_.format == "binary") return head + ">\n  " + encode(bytes.get(), true) + "\n</DataArray>\n";
    head += " offset=\"" + std::to_string(appended_.size()) + "\"/>\n";
    appended_ += encode(bytes.get(), style_.encoding == "base64");
    return head;
  }

  std::string lengths(const std::vector<size_t>& numbers) const {
    Bytes bytes(style_.swapped);
    for (size_t number : numbers) style_.wide ? bytes.add<std::uint64_t>(number) : bytes.add<std::uint32_t>(number);
    return bytes.get();
  }

  std::string encode(const std::string& bytes, bool base64) const {
    std::string header = lengths({bytes.size()}), data = bytes;
    if (style_.compressed) {
      constexpr size_t kBlock = 5;  // several blocks, the last one shorter
      std::vector<size_t> numbers{(bytes.size() + kBlock - 1) / kBlock, kBlock, bytes.size() % kBlock};
      data.clear();
      for (size_t at = 0; at < bytes.size(); at += kBlock) {
        const std::string block = bytes.substr(at, kBlock);
        std::string packed(compressBound(block.size()), '\0');
        uLongf size = packed.size();
        compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(block.data()),
                 block.size());
        numbers.push_back(size);
        data += packed.substr(0, size);
      }
      header = lengths(numbers);
    }
    if (!base64) return header + data;
    return style_.compressed || style_.apart ? toBase64(header) + toBase64(data) : toBase64(header + data);
  }

  Style style_;
  std::string appended_;
};

std::string vtu(Style style = {}) {
  return VtuWriter(std::move(style)).write();
}

void expectSmall(const LoadedTetMesh& loaded) {
  ASSERT_EQ(loaded.mesh.nodes.size(), 4u);
  ASSERT_EQ(loaded.mesh.tetrahedra.size(), 1u);
  EXPECT_DOUBLE_EQ(meshVolume(loaded.mesh), 1.0 / 6);
  ASSERT_NE(findSurface(loaded.mesh, "surface 3"), nullptr);
  EXPECT_DOUBLE_EQ(surfaceArea(loaded.mesh, findSurface(loaded.mesh, "surface 3")->triangles), 0.5);
  EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST(VtuReader, readsEveryEncoding) {
  for (bool swapped : {false, true})
    for (bool wide : {false, true})
      for (bool compressed : {false, true}) {
        SCOPED_TRACE(testing::Message() << "swapped " << swapped << ", wide " << wide << ", compressed " << compressed);
        expectSmall(parseTetMesh(vtu({"binary", "", swapped, wide, compressed})));
        expectSmall(parseTetMesh(vtu({"appended", "raw", swapped, wide, compressed})));
        expectSmall(parseTetMesh(vtu({"appended", "base64", swapped, wide, compressed})));
      }
  expectSmall(parseTetMesh(vtu()));
  expectSmall(parseTetMesh(vtu({"binary", "", false, true, false, true})));
}

TEST(VtuReader, joinsPiecesWhereTheirPointsCoincide) {
  const std::string text = vtu();
  const size_t start = text.find("<Piece"), end = text.find("</UnstructuredGrid>");
  std::string second = with(text.substr(start, end - start), "1.000000 0.000000 0.000000", "-1 0 0");
  second = with(second, "0 3 \n", "0 0 \n");  // its triangle, now inside, is not marked
  const LoadedTetMesh loaded = parseTetMesh(text.substr(0, end) + second + text.substr(end));
  EXPECT_EQ(loaded.mesh.nodes.size(), 5u);
  EXPECT_EQ(loaded.mesh.tetrahedra.size(), 2u);
  EXPECT_DOUBLE_EQ(meshVolume(loaded.mesh), 1.0 / 3);
  EXPECT_EQ(meshBoundary(loaded.mesh).triangles.size(), 6u);
  EXPECT_THAT(loaded.notes, testing::ElementsAre(HasSubstr("3 nodes on top"), HasSubstr("1 tetrahedron of 2 inverted"),
                                                 HasSubstr("\"surface 3\" not on the boundary")));
}

TEST(VtuReader, everyBeginningOfAFileIsAnError) {
  for (const Style& style : {Style{}, Style{"binary"}, Style{"binary", "", false, false, true}, Style{"appended"},
                             Style{"appended", "base64", false, false, true}}) {
    const std::string whole = vtu(style);
    const size_t end = style.format == "appended" ? whole.find("\n</AppendedData>") - 4 : whole.rfind("</VTKFile>");
    for (size_t size = 0; size < end; ++size) EXPECT_THAT(parseError(whole.substr(0, size)), Not(IsEmpty())) << size;
  }
}

TEST(VtuReader, saysWhatIsWrong) {
  const std::string good = vtu();
  EXPECT_THAT(parseError(with(good, "UnstructuredGrid", "PolyData")), HasSubstr("PolyData"));
  EXPECT_THAT(parseError(with(good, "</Points>", "</Dots>")), AllOf(HasSubstr("line 9"), HasSubstr("damaged")));
  EXPECT_THAT(parseError(with(good, "Float32", "String")), AllOf(HasSubstr("points"), HasSubstr("String")));
  EXPECT_THAT(parseError(with(good, "0.000000", "nan")), AllOf(HasSubstr("point 0"), HasSubstr("finite")));
  EXPECT_THAT(parseError(with(good, "0.000000", "x")), AllOf(HasSubstr("points"), HasSubstr("\"x\"")));
  EXPECT_THAT(parseError(with(good, "0 1 2 3 0 2 3", "0 1 2 9 0 2 3")), HasSubstr("point 9 of 4"));
  EXPECT_THAT(parseError(with(good, "0 1 2 3 0 2 3", "0 1 2 -1 0 2 3")), HasSubstr("point -1 of 4"));
  EXPECT_THAT(parseError(with(good, "0 1 2 3 0 2 3", "0 1 2 3 0")), HasSubstr("connectivity"));
  EXPECT_THAT(parseError(with(good, "4 7 \n", "7 4 \n")), HasSubstr("offsets"));
  EXPECT_THAT(parseError(with(good, "4 7 \n", "4 700000 \n")), HasSubstr("offsets"));
  EXPECT_THAT(parseError(with(good, "10 5 \n", "12 5 \n")), AllOf(HasSubstr("type 12"), HasSubstr("tetrahedra only")));
  EXPECT_THAT(parseError(with(good, "10 5 \n", "5 5 \n")), HasSubstr("no tetrahedra"));
  EXPECT_THAT(parseError(with(good, "Name=\"types\"", "Name=\"kinds\"")), HasSubstr("no array of types"));
  EXPECT_THAT(parseError(with(good, "NumberOfCells=\"2\"", "")), HasSubstr("NumberOfCells"));
  EXPECT_THAT(parseError("<html></html>"), HasSubstr("VTKFile"));
  const std::string packed = vtu({"binary", "", false, false, true});
  EXPECT_THAT(parseError(with(packed, "vtkZLibDataCompressor", "vtkLZ4DataCompressor")),
              AllOf(HasSubstr("vtkLZ4DataCompressor"), HasSubstr("zlib")));
  EXPECT_THAT(parseError(with(packed, "eJ", "eK")), HasSubstr("damaged"));
}

TEST(VtuReader, hugeCountsAreRefusedBeforeMemoryIsTaken) {
  const std::string good = vtu();
  EXPECT_THAT(parseError(with(good, "NumberOfPoints=\"4\"", "NumberOfPoints=\"4000000000\"")), HasSubstr("coarsely"));
  EXPECT_THAT(parseError(with(good, "NumberOfCells=\"2\"", "NumberOfCells=\"99999999999\"")), HasSubstr("coarsely"));
  EXPECT_THAT(parseError(with(good, "NumberOfCells=\"2\"", "NumberOfCells=\"1500000\"")), HasSubstr("types: "));
  EXPECT_THAT(parseError(vtu({"appended"}), {.tetrahedra = 0}), HasSubstr("more than 0"));
}

}  // namespace
}  // namespace tendril::testing_meshes
