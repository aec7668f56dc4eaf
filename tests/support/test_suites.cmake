# Read by ctest: makes a test of each test suite of one program. A process takes longer to start than most tests do, and
# a window's first picture longer than those after it, so tests of a suite share one; GTEST_FILTER in the environment or
# --gtest_filter of the program chooses among them. A suite of many tests becomes several.
#   program, name        the executable, and what its tests' names begin with
#   launcher             command that starts it, may be empty
#   most_tests           of one process
#   properties           of every test
if(NOT EXISTS "${program}")
  add_test("${name}.isNotBuilt" "${program}")
  return()
endif()
set(listing "${program}.suites")
if(NOT EXISTS "${listing}" OR NOT "${listing}" IS_NEWER_THAN "${program}")
  execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_FILE "${listing}" RESULT_VARIABLE failed TIMEOUT 60)
  if(failed)
    file(REMOVE "${listing}")
    add_test("${name}.cannotListItsTests" "${program}" --gtest_list_tests)
    return()
  endif()
endif()

# A suite's line ends with a point, those of its tests follow with two spaces; values of parameters may hold anything.
file(READ "${listing}" lines)
string(REGEX REPLACE "#[^\n]*" "" lines "${lines}")
string(REGEX MATCHALL "[^\n]+" lines "${lines}")
set(suite "")
foreach(line IN LISTS lines ITEMS "End.")
  if(line MATCHES "^  ")
    math(EXPR tests "${tests} + 1")
  elseif(line MATCHES "^([A-Za-z0-9_/]+)\\. *$")
    set(next "${CMAKE_MATCH_1}")
    if(suite AND tests GREATER 0)
      math(EXPR processes "(${tests} + ${most_tests} - 1) / ${most_tests}")
      math(EXPR last "${processes} - 1")
      foreach(index RANGE ${last})
        set(test "${name}.${suite}")
        set(environment ${own_environment})
        if(processes GREATER 1)
          set(test "${test}.part${index}")
          list(APPEND environment "GTEST_TOTAL_SHARDS=${processes}" "GTEST_SHARD_INDEX=${index}")
        endif()
        add_test("${test}" ${launcher} "${program}" "--gtest_filter=${suite}.*" --gtest_brief=1)
        set_tests_properties("${test}" PROPERTIES ${properties} ENVIRONMENT "${environment}")
      endforeach()
    endif()
    set(suite "${next}")
    set(tests 0)
  endif()
endforeach()
