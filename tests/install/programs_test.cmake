# Installs the programs into an empty folder, moves it, and uses what is installed from another folder.
#   cmake -DBUILD=… -P programs_test.cmake
set(folder ${BUILD}/tests/install_programs)
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${folder})

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/first --component Programs)
file(RENAME ${folder}/first ${folder}/moved)
set(installed ${folder}/moved)

file(GLOB projects ${installed}/share/tendril/assets/examples/*/*.tendril.json)
list(LENGTH projects count)
if(count LESS 10)
  message(FATAL_ERROR "only ${count} examples are installed")
endif()
run(${installed}/bin/tendril info
  ${installed}/share/tendril/assets/examples/double-pendulum/double-pendulum.tendril.json)
if(NOT output MATCHES "2 degrees of freedom")
  message(FATAL_ERROR "tendril info says ${output}")
endif()
run(${installed}/bin/tendril convert ${installed}/share/tendril/assets/robots/ur10e/ur10e.urdf
  --out ${folder}/ur10e.tendril.json)
if(NOT output MATCHES "6 degrees of freedom")
  message(FATAL_ERROR "tendril convert says ${output}")
endif()
if(EXISTS ${installed}/bin/tendril-studio)
  run(${installed}/bin/tendril-studio --version)
endif()
