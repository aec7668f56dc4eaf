# run(<words>...) ends the test where a command fails; what it printed is in `output`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${text}${result}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()
