# Writes OUTPUT from TEMPLATE with what `git describe` says of SOURCE; the version alone where it is no repository.
set(DESCRIBED ${VERSION})
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --tags OUTPUT_VARIABLE described
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(DESCRIBED "${VERSION}, ${described}")
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
