// SPDX-License-Identifier: MIT OR Apache-2.0
// MPI_T: control variables, performance variables, categories. What there is differs between MPIs; the program checks that
// the answers are consistent. One rank or more.
#include "check.h"

enum { TEXT = 512 };

static const struct named levels[] = {
    NAMED(MPI_T_VERBOSITY_USER_BASIC),     NAMED(MPI_T_VERBOSITY_USER_DETAIL),   NAMED(MPI_T_VERBOSITY_USER_ALL),
    NAMED(MPI_T_VERBOSITY_TUNER_BASIC),    NAMED(MPI_T_VERBOSITY_TUNER_DETAIL),  NAMED(MPI_T_VERBOSITY_TUNER_ALL),
    NAMED(MPI_T_VERBOSITY_MPIDEV_BASIC),   NAMED(MPI_T_VERBOSITY_MPIDEV_DETAIL), NAMED(MPI_T_VERBOSITY_MPIDEV_ALL),
};
static const struct named bindings[] = {
    NAMED(MPI_T_BIND_NO_OBJECT),      NAMED(MPI_T_BIND_MPI_COMM),  NAMED(MPI_T_BIND_MPI_DATATYPE),
    NAMED(MPI_T_BIND_MPI_ERRHANDLER), NAMED(MPI_T_BIND_MPI_FILE),  NAMED(MPI_T_BIND_MPI_GROUP),
    NAMED(MPI_T_BIND_MPI_OP),         NAMED(MPI_T_BIND_MPI_REQUEST), NAMED(MPI_T_BIND_MPI_WIN),
    NAMED(MPI_T_BIND_MPI_MESSAGE),    NAMED(MPI_T_BIND_MPI_INFO),
};
static const struct named scopes[] = {
    NAMED(MPI_T_SCOPE_CONSTANT), NAMED(MPI_T_SCOPE_READONLY), NAMED(MPI_T_SCOPE_LOCAL), NAMED(MPI_T_SCOPE_GROUP),
    NAMED(MPI_T_SCOPE_GROUP_EQ), NAMED(MPI_T_SCOPE_ALL),      NAMED(MPI_T_SCOPE_ALL_EQ),
};
static const struct named classes[] = {
    NAMED(MPI_T_PVAR_CLASS_STATE),   NAMED(MPI_T_PVAR_CLASS_LEVEL),         NAMED(MPI_T_PVAR_CLASS_SIZE),
    NAMED(MPI_T_PVAR_CLASS_PERCENTAGE), NAMED(MPI_T_PVAR_CLASS_HIGHWATERMARK), NAMED(MPI_T_PVAR_CLASS_LOWWATERMARK),
    NAMED(MPI_T_PVAR_CLASS_COUNTER), NAMED(MPI_T_PVAR_CLASS_AGGREGATE),     NAMED(MPI_T_PVAR_CLASS_TIMER),
    NAMED(MPI_T_PVAR_CLASS_GENERIC),
};
#define KNOWN(table, value) CHECK(strncmp(NAME_OF(table, value), "MPI_T", 5) == 0, "%s: %d", #table, (int)(value))

static int is_integer(MPI_Datatype type) {
    return type == MPI_INT || type == MPI_UNSIGNED;
}

static int is_known(MPI_Datatype type) {
    return is_integer(type) || type == MPI_CHAR || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG ||
           type == MPI_DOUBLE || type == MPI_COUNT || type == MPI_LONG || type == MPI_LONG_LONG ||
           type == MPI_C_BOOL || type == MPI_INT32_T || type == MPI_UINT32_T || type == MPI_INT64_T ||
           type == MPI_UINT64_T || type == MPI_AINT || type == MPI_BYTE;
}

static void control_variables(void) {
    section("control variables");
    int count = -1, found = 0, read = 0;
    DO(MPI_T_cvar_get_num(&count));
    HOLDS(count > 0);
    for (int index = 0; index < count; index++) {
        char name[TEXT], words[TEXT];
        int name_length = TEXT, words_length = TEXT, level, binding, scope, again = -1;
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_T_enum values = MPI_T_ENUM_NULL;
        // Open MPI has numbers of variables that are not there any more.
        if (MPI_T_cvar_get_info(index, name, &name_length, &level, &type, &values, words, &words_length, &binding,
                                &scope) != MPI_SUCCESS)
            continue;
        KNOWN(levels, level);
        KNOWN(bindings, binding);
        KNOWN(scopes, scope);
        CHECK(is_known(type), "%s has an unknown type", name);
        DO(MPI_T_cvar_get_index(name, &again));
        HOLDS(again >= 0);
        found++;
        if (!is_integer(type) || binding != MPI_T_BIND_NO_OBJECT || read > 20) continue;
        MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
        int length = -1, value = 0;
        DO(MPI_T_cvar_handle_alloc(index, NULL, &handle, &length));
        EQUAL(length, 1);
        DO(MPI_T_cvar_read(handle, &value));
        DO(MPI_T_cvar_handle_free(&handle));
        HOLDS(handle == MPI_T_CVAR_HANDLE_NULL);
        read++;
    }
    HOLDS(found > 0 && read > 0);
    int missing = -1;
    EQUAL(MPI_T_cvar_get_index("seaway no such variable", &missing), MPI_T_ERR_INVALID_NAME);
    say("found, read");
}

static void performance_variables(void) {
    section("performance variables");
    int count = -1;
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    DO(MPI_T_pvar_get_num(&count));
    HOLDS(count >= 0);
    DO(MPI_T_pvar_session_create(&session));
    for (int index = 0; index < count; index++) {
        char name[TEXT], words[TEXT];
        int name_length = TEXT, words_length = TEXT, level, class, binding, constant, continuous, atomic, again = -1;
        MPI_Datatype type;
        MPI_T_enum values;
        if (MPI_T_pvar_get_info(index, name, &name_length, &level, &class, &type, &values, words, &words_length,
                                &binding, &constant, &continuous, &atomic) != MPI_SUCCESS)
            continue;
        KNOWN(levels, level);
        KNOWN(classes, class);
        KNOWN(bindings, binding);
        CHECK(is_known(type), "%s has an unknown type", name);
        DO(MPI_T_pvar_get_index(name, class, &again));
        // Open MPI 4 offers those of a network that is not there, and does not survive being asked.
        if (binding != MPI_T_BIND_NO_OBJECT || strstr(name, "psm2") != NULL) continue;
        MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
        int length = -1;
        char value[4096];
        if (MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &length) != MPI_SUCCESS) continue;
        if (length <= 256 && (continuous || MPI_T_pvar_start(session, handle) == MPI_SUCCESS)) {
            (void)MPI_T_pvar_read(session, handle, value);
            if (!continuous) DO(MPI_T_pvar_stop(session, handle));
        }
        DO(MPI_T_pvar_handle_free(session, &handle));
        HOLDS(handle == MPI_T_PVAR_HANDLE_NULL);
    }
    DO(MPI_T_pvar_session_free(&session));
    HOLDS(session == MPI_T_PVAR_SESSION_NULL);
    say("asked");
}

static void categories(void) {
    section("categories");
    int count = -1, stamp = -1;
    DO(MPI_T_category_get_num(&count));
    HOLDS(count > 0);
    for (int index = 0; index < count; index++) {
        char name[TEXT], words[TEXT];
        int name_length = TEXT, words_length = TEXT, controls, performances, children, again = -1, list[4096];
        if (MPI_T_category_get_info(index, name, &name_length, words, &words_length, &controls, &performances,
                                    &children) != MPI_SUCCESS)
            continue;
        DO(MPI_T_category_get_index(name, &again));
        if (controls <= 4096) DO(MPI_T_category_get_cvars(index, controls, list));
        if (performances <= 4096) DO(MPI_T_category_get_pvars(index, performances, list));
        if (children <= 4096) DO(MPI_T_category_get_categories(index, children, list));
    }
    DO(MPI_T_category_changed(&stamp));
    say("listed");
}

static void events(void) {
#ifdef HAVE_EVENTS
    int count = -1;
    int code = MPI_T_event_get_num(&count);
    if (code == MPI_SUCCESS) {
        section("events");
        HOLDS(count >= 0);
        DO(MPI_T_source_get_num(&count));
        HOLDS(count >= 0);
        say("counted");
        return;
    }
    // The one from an MPI that has no events, the other from an adapter on one that has no such function.
    HOLDS(code == MPI_T_ERR_NOT_SUPPORTED || class_of(code) == MPI_ERR_UNSUPPORTED_OPERATION);
#endif
    skip("events");
}

int main(int argc, char **argv) {
    int provided = -1;
    begin(&argc, &argv);
    DO(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    HOLDS(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    control_variables();
    performance_variables();
    categories();
    events();
    DO(MPI_T_finalize());
    return finish();
}
