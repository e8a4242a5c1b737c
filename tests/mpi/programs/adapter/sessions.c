// SPDX-License-Identifier: MIT OR Apache-2.0
// Sessions: MPI without MPI_Init. Any number of ranks.
#include "check.h"

#ifdef HAVE_MPI_4
static int handled, handled_code;
static MPI_Session handled_session;
static void handle(MPI_Session *session, int *code, ...) {
    HOLDS(*session == handled_session);
    handled_code = *code;
    handled++;
}

static void process_sets(MPI_Session session) {
    section("process sets");
    int count = -1, found = 0;
    DO(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
    HOLDS(count >= 2);
    for (int index = 0; index < count; index++) {
        char name[MPI_MAX_PSET_NAME_LEN];
        int length = 0;
        // The first call returns its length.
        DO(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, index, &length, NULL));
        HOLDS(length > 0 && length <= MPI_MAX_PSET_NAME_LEN);
        DO(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, index, &length, name));
        found += strcasecmp(name, "mpi://WORLD") == 0 || strcasecmp(name, "mpi://SELF") == 0;
    }
    EQUAL(found, 2);
    MPI_Info info = MPI_INFO_NULL;
    char value[64] = "";
    int flag = -1;
    DO(MPI_Session_get_pset_info(session, "mpi://WORLD", &info));
    DO(MPI_Info_get(info, "mpi_size", 63, value, &flag));
    EQUAL(flag, 1);
    EQUAL(atoi(value), size);
    DO(MPI_Info_free(&info));
    say("the world and oneself");
}

static MPI_Comm world_of(MPI_Session session, const char *tag) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    DO(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    DO(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    DO(MPI_Group_free(&group));
    HOLDS(comm != MPI_COMM_NULL);
    DO(MPI_Comm_rank(comm, &rank));
    DO(MPI_Comm_size(comm, &size));
    return comm;
}

static void communication(MPI_Comm comm) {
    section("communication");
    int sum = -1, got = -1;
    DO(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
    EQUAL(sum, size * (size - 1) / 2);
    DO(MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm,
                    MPI_STATUS_IGNORE));
    EQUAL(got, (rank + size - 1) % size);
    say("sums and messages");
}

static void handlers(MPI_Session session) {
    section("session handlers");
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, got = MPI_ERRHANDLER_NULL;
    // MPICH 4 does not return the handler that a session was created with.
    DO(MPI_Session_create_errhandler(handle, &handler));
    DO(MPI_Session_set_errhandler(session, handler));
    DO(MPI_Session_get_errhandler(session, &got));
    HOLDS(got == handler);
    DO(MPI_Errhandler_free(&got));
    handled_session = session;
    DO(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
    EQUAL(handled, 1);
    EQUAL(handled_code, MPI_ERR_OTHER);
    DO(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    DO(MPI_Errhandler_free(&handler));
    say("called");
}

static void infos(MPI_Session session) {
    section("session infos");
    static const char *levels[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED",
                                   "MPI_THREAD_MULTIPLE"};
    MPI_Info info = MPI_INFO_NULL;
    char value[64] = "";
    int flag = -1, known = 0;
    DO(MPI_Session_get_info(session, &info));
    HOLDS(info != MPI_INFO_NULL);
    DO(MPI_Info_get(info, "thread_level", 63, value, &flag));
    for (int index = 0; flag && index < 4; index++) known += strcmp(value, levels[index]) == 0;
    HOLDS(!flag || known == 1);
    DO(MPI_Info_free(&info));
    say("thread level");
}

// Even ranks on one side, odd ones on the other.
static void between(MPI_Session session) {
    section("between groups");
    if (size != 2) {
        skip("between groups");
        return;
    }
    int other = 1 - rank, inter = -1;
    MPI_Group world, own, remote;
    MPI_Comm bridge = MPI_COMM_NULL;
    DO(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
    DO(MPI_Group_incl(world, 1, &rank, &own));
    DO(MPI_Group_incl(world, 1, &other, &remote));
    DO(MPI_Intercomm_create_from_groups(own, 0, remote, 0, "bridge", MPI_INFO_NULL, MPI_ERRORS_RETURN, &bridge));
    DO(MPI_Comm_test_inter(bridge, &inter));
    EQUAL(inter, 1);
    int got = -1;
    DO(MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, bridge, MPI_STATUS_IGNORE));
    EQUAL(got, other);
    DO(MPI_Comm_free(&bridge));
    DO(MPI_Group_free(&own));
    DO(MPI_Group_free(&remote));
    DO(MPI_Group_free(&world));
    say("a bridge");
}
#endif

int main(int argc, char **argv) {
    (void)argc, (void)argv;
#ifdef HAVE_MPI_4
    MPI_Session session = MPI_SESSION_NULL, second = MPI_SESSION_NULL;
    // Nothing comes before this: where there are no sessions, infos do not come before MPI_Init either.
    if (THERE(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session))) {
        HOLDS(session != MPI_SESSION_NULL);
        MPI_Comm comm = world_of(session, "seaway");
        process_sets(session);
        communication(comm);
        handlers(session);
        infos(session);
        between(session);
        section("two at once");
        MPI_Info info;
        DO(MPI_Info_create(&info));
        DO(MPI_Info_set(info, "thread_level", "MPI_THREAD_SINGLE"));
        DO(MPI_Session_init(info, MPI_ERRORS_RETURN, &second));
        DO(MPI_Info_free(&info));
        HOLDS(second != session);
        MPI_Comm other = world_of(second, "seaway again");
        DO(MPI_Barrier(other));
        DO(MPI_Comm_free(&other));
        DO(MPI_Session_finalize(&second));
        DO(MPI_Barrier(comm));
        say("independent");
        DO(MPI_Comm_free(&comm));
        DO(MPI_Session_finalize(&session));
        HOLDS(session == MPI_SESSION_NULL && second == MPI_SESSION_NULL);
        section("end");
        say("all is well");
        return 0;
    }
#endif
    static const char *sections[] = {"process sets",   "communication", "session handlers", "session infos",
                                     "between groups", "two at once",   "end"};
    for (size_t index = 0; index < sizeof sections / sizeof sections[0]; index++) skip(sections[index]);
    return 0;
}
