// SPDX-License-Identifier: MIT OR Apache-2.0
// Cartesian, graph and distributed graph topologies, and all neighbourhood collectives on them. Any number of ranks.
#include "check.h"

enum { MOST = 8 };

static const struct named kinds[] = {NAMED(MPI_CART), NAMED(MPI_GRAPH), NAMED(MPI_DIST_GRAPH), NAMED(MPI_UNDEFINED)};
static const struct named ranks[] = {NAMED(MPI_PROC_NULL)};

static const char *kind_of(MPI_Comm comm) {
    int kind = -1;
    DO(MPI_Topo_test(comm, &kind));
    return NAME_OF(kinds, kind);
}

static void grids(void) {
    section("grids");
    int dimensions[2] = {0, 1}, periods[2] = {1, 0}, coordinates[2] = {-1, -1}, got[2], wrap[2], own[2], count = -1;
    MPI_Comm grid, line;
    DO(MPI_Dims_create(size, 2, dimensions));
    EQUAL(dimensions[0], size);
    DO(MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid));
    say("%s, world %s", kind_of(grid), kind_of(MPI_COMM_WORLD));
    DO(MPI_Cartdim_get(grid, &count));
    EQUAL(count, 2);
    DO(MPI_Cart_get(grid, 2, got, wrap, own));
    EQUAL(got[0], size);
    EQUAL(got[1], 1);
    EQUAL(wrap[0], 1);
    EQUAL(wrap[1], 0);
    EQUAL(own[0], rank);
    DO(MPI_Cart_coords(grid, rank, 2, coordinates));
    EQUAL(coordinates[0], rank);
    int place = -1, source = -1, target = -1;
    coordinates[0] = size + rank;
    DO(MPI_Cart_rank(grid, coordinates, &place));
    EQUAL(place, rank);
    DO(MPI_Cart_shift(grid, 0, 1, &source, &target));
    EQUAL(source, (rank + size - 1) % size);
    EQUAL(target, (rank + 1) % size);
    DO(MPI_Cart_shift(grid, 1, 1, &source, &target));
    say("beyond the edge: %s and %s", NAME_OF(ranks, source), NAME_OF(ranks, target));
    int keep[2] = {1, 0};
    DO(MPI_Cart_sub(grid, keep, &line));
    DO(MPI_Cartdim_get(line, &count));
    EQUAL(count, 1);
    DO(MPI_Cart_map(MPI_COMM_WORLD, 2, dimensions, periods, &place));
    HOLDS(place >= 0 && place < size);
    int one[1] = {1}, no[1] = {0};
    MPI_Comm small;
    DO(MPI_Cart_create(MPI_COMM_WORLD, 1, one, no, 0, &small));
    HOLDS((small == MPI_COMM_NULL) == (rank != 0));
    if (small != MPI_COMM_NULL) DO(MPI_Comm_free(&small));
    DO(MPI_Comm_free(&line));
    DO(MPI_Comm_free(&grid));
}

// A ring: neighbours are the rank before and the one after.
static void graphs(void) {
    section("graphs");
    int index[MOST], edges[2 * MOST], nodes = -1, edge_count = -1, neighbors = -1, list[2 * MOST], got[MOST], place = -1;
    MPI_Comm graph;
    for (int other = 0; other < size; other++) {
        index[other] = 2 * other + 2;
        edges[2 * other] = (other + size - 1) % size;
        edges[2 * other + 1] = (other + 1) % size;
    }
    DO(MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph));
    say("%s", kind_of(graph));
    DO(MPI_Graphdims_get(graph, &nodes, &edge_count));
    EQUAL(nodes, size);
    EQUAL(edge_count, 2 * size);
    DO(MPI_Graph_get(graph, size, 2 * size, got, list));
    EQUAL(got[size - 1], 2 * size);
    EQUAL(list[2 * rank + 1], (rank + 1) % size);
    DO(MPI_Graph_neighbors_count(graph, rank, &neighbors));
    EQUAL(neighbors, 2);
    DO(MPI_Graph_neighbors(graph, rank, 2, list));
    EQUAL(list[0], (rank + size - 1) % size);
    DO(MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &place));
    HOLDS(place >= 0 && place < size);
    DO(MPI_Comm_free(&graph));
}

static void tell_weights(const char *how, MPI_Comm graph, int in, int out) {
    int in_count = -1, out_count = -1, weighted = -1, sources[MOST], targets[MOST], in_weights[MOST], out_weights[MOST];
    DO(MPI_Dist_graph_neighbors_count(graph, &in_count, &out_count, &weighted));
    EQUAL(in_count, in);
    EQUAL(out_count, out);
    if (weighted) {
        DO(MPI_Dist_graph_neighbors(graph, in, sources, in_weights, out, targets, out_weights));
        if (in) EQUAL(in_weights[0], 5);
        if (out) EQUAL(out_weights[0], 6);
    } else {
        DO(MPI_Dist_graph_neighbors(graph, in, sources, MPI_UNWEIGHTED, out, targets, MPI_UNWEIGHTED));
    }
    if (in) EQUAL(sources[0], (rank + size - 1) % size);
    if (out) EQUAL(targets[0], (rank + 1) % size);
    say("%s: %s, %s", how, kind_of(graph), weighted ? "weighted" : "not weighted");
}

static void distributed_graphs(void) {
    section("distributed graphs");
    int source = (rank + size - 1) % size, target = (rank + 1) % size, in_weight = 5, out_weight = 6, one = 1;
    MPI_Comm graph;
    DO(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, &in_weight, 1, &target, &out_weight, MPI_INFO_NULL, 0,
                                      &graph));
    tell_weights("with weights", graph, 1, 1);
    DO(MPI_Comm_free(&graph));
    DO(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &target, MPI_UNWEIGHTED,
                                      MPI_INFO_NULL, 0, &graph));
    tell_weights("MPI_UNWEIGHTED", graph, 1, 1);
    DO(MPI_Comm_free(&graph));
    // Some have no edges at all, and yet weights.
    DO(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY,
                                      MPI_INFO_NULL, 0, &graph));
    tell_weights("MPI_WEIGHTS_EMPTY", graph, 0, 0);
    DO(MPI_Comm_free(&graph));
    DO(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &target, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
    tell_weights("by one side, MPI_UNWEIGHTED", graph, 1, 1);
    DO(MPI_Comm_free(&graph));
    DO(MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &graph));
    tell_weights("by one side, MPI_WEIGHTS_EMPTY", graph, 0, 0);
    DO(MPI_Comm_free(&graph));
}

struct exchange {
    int out[3], in[3], counts[3], places[3];
    MPI_Aint byte_places[3];
    MPI_Datatype types[3];
};

// In a graph with three edges to the next rank there are more neighbours than ranks.
static void prepare(struct exchange *exchange, MPI_Datatype own) {
    for (int edge = 0; edge < 3; edge++) {
        exchange->out[edge] = 100 * rank + edge;
        exchange->in[edge] = -1;
        exchange->counts[edge] = 1;
        exchange->places[edge] = edge;
        exchange->byte_places[edge] = 4 * edge;
        exchange->types[edge] = edge % 2 ? MPI_INT : own;
    }
}

static void check_exchange(const struct exchange *exchange, int to_each) {
    int previous = (rank + size - 1) % size;
    for (int edge = 0; edge < 3; edge++) EQUAL(exchange->in[edge], 100 * previous + (to_each ? edge : 0));
}

static void start(int call, struct exchange *x, MPI_Comm graph, MPI_Request *request) {
    switch (call) {
    case 0: DO(MPI_Neighbor_allgather(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph)); break;
    case 1: DO(MPI_Neighbor_allgatherv(x->out, 1, MPI_INT, x->in, x->counts, x->places, MPI_INT, graph)); break;
    case 2: DO(MPI_Neighbor_alltoall(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph)); break;
    case 3:
        DO(MPI_Neighbor_alltoallv(x->out, x->counts, x->places, MPI_INT, x->in, x->counts, x->places, MPI_INT, graph));
        break;
    case 4:
        DO(MPI_Neighbor_alltoallw(x->out, x->counts, x->byte_places, x->types, x->in, x->counts, x->byte_places,
                                  x->types, graph));
        break;
    case 5: DO(MPI_Ineighbor_allgather(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph, request)); break;
    case 6:
        DO(MPI_Ineighbor_allgatherv(x->out, 1, MPI_INT, x->in, x->counts, x->places, MPI_INT, graph, request));
        break;
    case 7: DO(MPI_Ineighbor_alltoall(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph, request)); break;
    case 8:
        DO(MPI_Ineighbor_alltoallv(x->out, x->counts, x->places, MPI_INT, x->in, x->counts, x->places, MPI_INT, graph,
                                   request));
        break;
    case 9:
        DO(MPI_Ineighbor_alltoallw(x->out, x->counts, x->byte_places, x->types, x->in, x->counts, x->byte_places,
                                   x->types, graph, request));
        break;
    }
}

static int gathers(int call) {
    return call % 5 < 2;
}

#ifdef HAVE_MPI_4
static int start_persistent(int call, struct exchange *x, MPI_Comm graph, MPI_Request *request) {
    MPI_Info info = MPI_INFO_NULL;
    switch (call) {
    case 0: return MPI_Neighbor_allgather_init(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph, info, request);
    case 1:
        return MPI_Neighbor_allgatherv_init(x->out, 1, MPI_INT, x->in, x->counts, x->places, MPI_INT, graph, info,
                                            request);
    case 2: return MPI_Neighbor_alltoall_init(x->out, 1, MPI_INT, x->in, 1, MPI_INT, graph, info, request);
    case 3:
        return MPI_Neighbor_alltoallv_init(x->out, x->counts, x->places, MPI_INT, x->in, x->counts, x->places, MPI_INT,
                                           graph, info, request);
    default:
        return MPI_Neighbor_alltoallw_init(x->out, x->counts, x->byte_places, x->types, x->in, x->counts,
                                           x->byte_places, x->types, graph, info, request);
    }
}
#endif

static void persistent_neighborhoods(MPI_Comm graph, MPI_Datatype own) {
#ifdef HAVE_MPI_4
    struct exchange exchange;
    MPI_Request request = MPI_REQUEST_NULL;
    prepare(&exchange, own);
    for (int call = 0; call < 5; call++) {
        if (!THERE(start_persistent(call, &exchange, graph, &request))) {
            skip("persistent neighbourhoods");
            return;
        }
        for (int round = 0; round < 2; round++) {
            memset(exchange.in, -1, sizeof exchange.in);
            DO(MPI_Start(&request));
            DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
            check_exchange(&exchange, !gathers(call));
        }
        DO(MPI_Request_free(&request));
    }
    section("persistent neighbourhoods");
    say("5 calls");
#else
    (void)graph, (void)own;
    skip("persistent neighbourhoods");
#endif
}

static void neighborhoods(void) {
    section("neighbourhoods");
    int previous = (rank + size - 1) % size, next = (rank + 1) % size;
    int sources[3] = {previous, previous, previous}, targets[3] = {next, next, next};
    MPI_Comm graph;
    MPI_Datatype own;
    struct exchange exchanges[10];
    MPI_Request requests[10];
    DO(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, targets, MPI_UNWEIGHTED,
                                      MPI_INFO_NULL, 0, &graph));
    DO(MPI_Type_contiguous(1, MPI_INT, &own));
    DO(MPI_Type_commit(&own));
    for (int call = 0; call < 10; call++) {
        prepare(&exchanges[call], own);
        start(call, &exchanges[call], graph, &requests[call]);
        if (call < 5) check_exchange(&exchanges[call], !gathers(call));
    }
    DO(MPI_Waitall(5, requests + 5, MPI_STATUSES_IGNORE));
    for (int call = 5; call < 10; call++) check_exchange(&exchanges[call], !gathers(call));
    persistent_neighborhoods(graph, own);
    section("neighbourhoods");
    DO(MPI_Type_free(&own));
    DO(MPI_Comm_free(&graph));
    say("10 calls");
}

// A line that ends: neighbours are MPI_PROC_NULL there, and nothing is written for them.
static void neighborhoods_of_grids(void) {
    section("edges of grids");
    int no[1] = {0}, out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1};
    int counts[2] = {1, 1};
    MPI_Aint places[2] = {0, 4};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Comm line;
    MPI_Request request;
    DO(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, no, 0, &line));
    DO(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, line));
    EQUAL(in[0], rank == 0 ? -1 : 10 * (rank - 1) + 1);
    EQUAL(in[1], rank == size - 1 ? -1 : 10 * (rank + 1));
    in[0] = in[1] = -1;
    DO(MPI_Ineighbor_alltoallw(out, counts, places, types, in, counts, places, types, line, &request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EQUAL(in[0], rank == 0 ? -1 : 10 * (rank - 1) + 1);
    EQUAL(in[1], rank == size - 1 ? -1 : 10 * (rank + 1));
    DO(MPI_Comm_free(&line));
    say("left alone");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= MOST, "too many ranks");
    grids();
    graphs();
    distributed_graphs();
    neighborhoods();
    neighborhoods_of_grids();
    return finish();
}
