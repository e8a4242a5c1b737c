// SPDX-License-Identifier: MIT OR Apache-2.0
// Info objects: keys, values, their lengths up to the program's limits, what MPI itself reports. One rank or more.
#include "check.h"

static void keys_and_values(void) {
    section("keys and values");
    MPI_Info info = MPI_INFO_NULL, copy;
    char key[MPI_MAX_INFO_KEY + 1], value[64];
    int count = -1, length = -1, flag = -1;
    DO(MPI_Info_create(&info));
    HOLDS(info != MPI_INFO_NULL);
    DO(MPI_Info_set(info, "first", "one"));
    DO(MPI_Info_set(info, "second", "two"));
    DO(MPI_Info_set(info, "third", "three"));
    DO(MPI_Info_set(info, "second", "zwei"));
    DO(MPI_Info_get_nkeys(info, &count));
    EQUAL(count, 3);
    for (int index = 0; index < count; index++) {
        DO(MPI_Info_get_nthkey(info, index, key));
        DO(MPI_Info_get(info, key, 63, value, &flag));
        EQUAL(flag, 1);
        say("%s=%s", key, value);
    }
    DO(MPI_Info_get_valuelen(info, "third", &length, &flag));
    EQUAL(flag, 1);
    EQUAL(length, 5);
    DO(MPI_Info_get(info, "missing", 63, value, &flag));
    EQUAL(flag, 0);
    DO(MPI_Info_get_valuelen(info, "missing", &length, &flag));
    EQUAL(flag, 0);
    DO(MPI_Info_dup(info, &copy));
    DO(MPI_Info_delete(info, "first"));
    DO(MPI_Info_get_nkeys(info, &count));
    EQUAL(count, 2);
    DO(MPI_Info_get(copy, "first", 63, value, &flag));
    HOLDS(flag);
    SAME_TEXT(value, "one");
    FAILS(MPI_Info_delete(info, "first"), MPI_ERR_INFO_NOKEY);
    DO(MPI_Info_free(&copy));
    DO(MPI_Info_free(&info));
    HOLDS(info == MPI_INFO_NULL && copy == MPI_INFO_NULL);
}

// The shortest limits of the three ABIs are those of Open MPI: 36 and 256 with the end.
static void lengths(void) {
    section("lengths");
    MPI_Info info;
    char key[64], value[512], got[512];
    int length = -1, flag = -1;
    memset(key, 'k', sizeof key);
    memset(value, 'v', sizeof value);
    key[35] = value[255] = 0;
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, key, value));
    DO(MPI_Info_get_valuelen(info, key, &length, &flag));
    EQUAL(length, 255);
    DO(MPI_Info_get(info, key, 255, got, &flag));
    HOLDS(flag);
    SAME_TEXT(got, value);
    // Where the program has no more room, MPICH fails and others truncate.
    char nth[MPI_MAX_INFO_KEY + 1];
    DO(MPI_Info_get_nthkey(info, 0, nth));
    SAME_TEXT(nth, key);
    DO(MPI_Info_free(&info));
    say("keys of 35 and values of 255");
}

static void strings(void) {
#ifdef HAVE_MPI_4
    MPI_Info info;
    char value[64];
    int flag = -1, room = 0;
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "key", "some value"));
    if (THERE(MPI_Info_get_string(info, "key", &room, value, &flag))) {
        section("strings");
        EQUAL(flag, 1);
        EQUAL(room, 11);
        memset(value, '#', sizeof value);
        room = 5;
        DO(MPI_Info_get_string(info, "key", &room, value, &flag));
        SAME_TEXT(value, "some");
        EQUAL(value[5], '#');
        EQUAL(room, 11);
        DO(MPI_Info_get_string(info, "key", &room, value, &flag));
        SAME_TEXT(value, "some value");
        DO(MPI_Info_get_string(info, "missing", &room, value, &flag));
        EQUAL(flag, 0);
        DO(MPI_Info_free(&info));
        say("%s", value);
        return;
    }
    DO(MPI_Info_free(&info));
#endif
    skip("strings");
}

static void environment(int argc, char **argv) {
    section("environment");
    char value[MPI_MAX_INFO_VAL + 1];
    int count = -1, flag = -1;
    DO(MPI_Info_get_nkeys(MPI_INFO_ENV, &count));
    HOLDS(count >= 0);
    DO(MPI_Info_get(MPI_INFO_ENV, "seaway no such key", MPI_MAX_INFO_VAL, value, &flag));
    EQUAL(flag, 0);
    say("MPI_INFO_ENV is there");
#ifdef HAVE_MPI_4
    MPI_Info info = MPI_INFO_NULL;
    if (THERE(MPI_Info_create_env(argc, argv, &info))) {
        section("new environment");
        HOLDS(info != MPI_INFO_NULL);
        DO(MPI_Info_get_nkeys(info, &count));
        HOLDS(count >= 0);
        DO(MPI_Info_free(&info));
        say("made");
        return;
    }
#endif
    (void)argc, (void)argv;
    skip("new environment");
}

static void many(void) {
    section("many");
    MPI_Info infos[30];
    for (int index = 0; index < 30; index++) {
        char value[16];
        snprintf(value, sizeof value, "%d", index);
        DO(MPI_Info_create(&infos[index]));
        DO(MPI_Info_set(infos[index], "number", value));
    }
    for (int index = 29; index >= 0; index--) {
        char value[16];
        int flag = 0;
        DO(MPI_Info_get(infos[index], "number", 15, value, &flag));
        EQUAL(atoi(value), index);
        DO(MPI_Info_free(&infos[index]));
    }
    say("30 at once");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    keys_and_values();
    lengths();
    strings();
    environment(argc, argv);
    many();
    return finish();
}
