# Makes the Debian package of the programs as studio/package.sh does, uncompressed, and looks at what it holds and asks
# for. (library_test.cmake installs what the other package holds.)
#   cmake -DBUILD=… -P packages_test.cmake
set(folder ${BUILD}/tests/install_packages)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${folder})

run(${CMAKE_CPACK_COMMAND} --config ${BUILD}/CPackConfig.cmake -G DEB -B ${folder} -D CPACK_STRIP_FILES=OFF
  -D CPACK_DEBIAN_COMPRESSION_TYPE=none -D CPACK_COMPONENTS_ALL=Programs)

# package(<name> <regular expression>...): the one package of that name, whose list of files has a match for each.
function(package name)
  file(GLOB found ${folder}/${name}_*.deb)
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "there are ${count} packages ${name}: ${found}")
  endif()
  run(dpkg-deb --contents ${found})
  foreach(pattern ${ARGN})
    if(NOT output MATCHES "${pattern}")
      message(FATAL_ERROR "${name} has nothing like ${pattern}:\n${output}")
    endif()
  endforeach()
  run(dpkg-deb --field ${found} Depends)
  set(depends "${output}" PARENT_SCOPE)
endfunction()

package(tendril "/usr/bin/tendril\n" "/usr/share/tendril/assets/examples/double-pendulum/"
  "/usr/share/tendril/assets/guide/")
if(NOT depends MATCHES "libc6")
  message(FATAL_ERROR "tendril depends on ${depends}")
endif()
if(EXISTS ${BUILD}/studio/app/tendril-studio)
  package(tendril "/usr/bin/tendril-studio\n" "/usr/share/applications/[^\n]*\\.desktop" "/usr/share/mime/packages/"
    "/usr/share/icons/hicolor/")
  if(NOT depends MATCHES "libqt6widgets6" OR NOT depends MATCHES "qt6-qpa-plugins")
    message(FATAL_ERROR "tendril depends on ${depends}")
  endif()
endif()
file(REMOVE_RECURSE ${folder})
