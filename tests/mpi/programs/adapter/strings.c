// SPDX-License-Identifier: MIT OR Apache-2.0
// Strings that MPI writes fit the program's limits, also where the MPI underneath has larger ones. Every buffer has a
// guard behind it. Any number of ranks.
#include "check.h"

#define GUARDED(name, length)         \
    struct {                          \
        char text[length];            \
        char guard[16384];            \
    } name;                           \
    memset(&name, '#', sizeof name)

// What `length` says may count the end: Open MPI does so for its version.
#define INTACT(name, length)                                                                       \
    do {                                                                                           \
        for (size_t place = 0; place < sizeof(name).guard; place++)                                \
            CHECK((name).guard[place] == '#', "written %zu bytes beyond the end of %s", place, #name); \
        size_t characters = strnlen((name).text, sizeof(name).text);                               \
        HOLDS(characters < sizeof(name).text);                                                     \
        HOLDS((size_t)(length) == characters || (size_t)(length) == characters + 1);               \
    } while (0)

static void about_the_mpi(void) {
    section("about the MPI");
    GUARDED(version, MPI_MAX_LIBRARY_VERSION_STRING);
    int length = -1;
    DO(MPI_Get_library_version(version.text, &length));
    INTACT(version, length);
    HOLDS(length > 0);
    GUARDED(processor, MPI_MAX_PROCESSOR_NAME);
    DO(MPI_Get_processor_name(processor.text, &length));
    INTACT(processor, length);
    HOLDS(length > 0);
    say("version and processor fit");
}

static void object_names(void) {
    section("object names");
    // As long as Open MPI allows, whose limit is the lowest.
    char name[64];
    int length = -1;
    memset(name, 'n', 63);
    name[63] = 0;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win window;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Type_contiguous(2, MPI_INT, &type));
    DO(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    GUARDED(got, MPI_MAX_OBJECT_NAME);
    DO(MPI_Comm_set_name(comm, name));
    DO(MPI_Comm_get_name(comm, got.text, &length));
    INTACT(got, 63);
    SAME_TEXT(got.text, name);
    EQUAL(length, 63);
    memset(got.text, '#', sizeof got.text);
    DO(MPI_Type_set_name(type, name));
    DO(MPI_Type_get_name(type, got.text, &length));
    INTACT(got, 63);
    memset(got.text, '#', sizeof got.text);
    DO(MPI_Win_set_name(window, name));
    DO(MPI_Win_get_name(window, got.text, &length));
    INTACT(got, 63);
    DO(MPI_Win_free(&window));
    DO(MPI_Type_free(&type));
    DO(MPI_Comm_free(&comm));
    say("of 63 characters");
}

static void names_of_predefined(void) {
    section("predefined names");
    struct {
        MPI_Datatype type;
        const char *name;
    } types[] = {
        {MPI_INT, "MPI_INT"},       {MPI_CHAR, "MPI_CHAR"},     {MPI_DOUBLE, "MPI_DOUBLE"}, {MPI_BYTE, "MPI_BYTE"},
        {MPI_LONG, "MPI_LONG"},     {MPI_FLOAT, "MPI_FLOAT"},   {MPI_SHORT, "MPI_SHORT"},   {MPI_PACKED, "MPI_PACKED"},
        {MPI_AINT, "MPI_AINT"},     {MPI_COUNT, "MPI_COUNT"},   {MPI_2INT, "MPI_2INT"},     {MPI_WCHAR, "MPI_WCHAR"},
        {MPI_OFFSET, "MPI_OFFSET"}, {MPI_UNSIGNED, "MPI_UNSIGNED"}, {MPI_DOUBLE_INT, "MPI_DOUBLE_INT"},
    };
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    for (size_t index = 0; index < sizeof types / sizeof types[0]; index++) {
        DO(MPI_Type_get_name(types[index].type, name, &length));
        SAME_TEXT(name, types[index].name);
        EQUAL(length, strlen(name));
    }
    DO(MPI_Comm_get_name(MPI_COMM_WORLD, name, &length));
    say("%s", name);
    DO(MPI_Comm_get_name(MPI_COMM_SELF, name, &length));
    say("%s", name);
    MPI_Comm comm;
    DO(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    DO(MPI_Comm_set_name(comm, ""));
    DO(MPI_Comm_get_name(comm, name, &length));
    EQUAL(length, 0);
    DO(MPI_Comm_free(&comm));
}

static void errors(void) {
    section("errors");
    int out[2] = {1, 2}, in = 0, length = -1;
    GUARDED(text, MPI_MAX_ERROR_STRING);
    MPI_Request request;
    DO(MPI_Isend(out, 2, MPI_INT, rank, 0, MPI_COMM_WORLD, &request));
    // A code with a long message.
    int code = MPI_Recv(&in, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    HOLDS(code != MPI_SUCCESS);
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    DO(MPI_Error_string(code, text.text, &length));
    INTACT(text, length);
    HOLDS(length > 0);
    int class = -1;
    char long_text[MPI_MAX_ERROR_STRING];
    memset(long_text, 'e', 255);
    long_text[255] = 0;
    DO(MPI_Add_error_class(&class));
    DO(MPI_Add_error_string(class, long_text));
    memset(text.text, '#', sizeof text.text);
    DO(MPI_Error_string(class, text.text, &length));
    INTACT(text, 255);
    EQUAL(length, 255);
    SAME_TEXT(text.text, long_text);
    say("long ones fit");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    about_the_mpi();
    object_names();
    names_of_predefined();
    errors();
    return finish();
}
