# Installs the library into an empty folder and builds and runs a program of somebody else against it.
#   cmake -DBUILD=… -DSOURCE=… -DCOMPILER=… -DLAUNCHER=… -P library_test.cmake
set(folder ${BUILD}/tests/install)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${folder})

# expect(<example> <pattern of what is printed>): the same numbers as in this build.
function(expect example pattern)
  run(${folder}/build/outside ${SOURCE}/assets/examples/${example}/${example}.tendril.json)
  if(NOT output MATCHES "^${pattern}$")
    message(FATAL_ERROR "${example}: printed ${output}, expected ${pattern}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/first --component Development)
# Nothing may lead back to where it was installed first, or to the sources.
file(RENAME ${folder}/first ${folder}/moved)
file(GLOB_RECURSE cmake_files ${folder}/moved/*.cmake)
foreach(file ${cmake_files})
  file(READ ${file} text)
  foreach(place ${SOURCE} ${BUILD} ${folder})
    string(FIND "${text}" "${place}" found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}")
    endif()
  endforeach()
endforeach()

# In another configuration than ours: how Eigen aligns its matrices must not depend on it.
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/install/program -B ${folder}/build -G Ninja -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_PREFIX_PATH=${folder}/moved -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${folder}/build)
expect(double-pendulum "2\\.934269526e\\+01 -4\\.194975413e\\+01 ")
expect(curved-tube "[^ ]+ -7\\.4442[0-9]+e-04 -3\\.0950[0-9]+e\\+01 4\\.8976[0-9]+e\\+01 .*")

if(EXISTS ${folder}/build/picture)
  run(${folder}/build/picture ${SOURCE}/assets/examples/curved-tube/curved-tube.tendril.json ${folder}/tube.png)
  file(SIZE ${folder}/tube.png size)
  if(size LESS 3000)
    message(FATAL_ERROR "the picture has ${size} bytes")
  endif()
elseif(EXISTS ${BUILD}/render/libtendril_render.a)
  message(FATAL_ERROR "the installed library lacks the component render")
endif()
