! SPDX-License-Identifier: MIT OR Apache-2.0
! Ranks as grids and graphs: logicals in and out, sentinels in place of weights, collective calls among neighbours.
#include "checks.h"

program topologies
   use checks
   implicit none
   call begin
   call dimensions
   call grids
   call parts_of_grids
   call graphs
   call distributed_graphs
   call neighbours
   call finish

contains

   subroutine dimensions
      integer :: lengths(3)
      call section('dimensions')
      lengths = [0, 2, 0]
      call mpi_dims_create(12, 3, lengths, ierr); OK
      EXPECT(all(lengths == (/ 3, 2, 2 /)))
      call say('12 = 3 * 2 * 2')
   end subroutine dimensions

   subroutine grids
      COMM_HANDLE :: grid
      integer :: lengths(2), place(2), count, kind, source, destination, position
      logical :: periods(2)
      call section('grids')
      call mpi_topo_test(MPI_COMM_WORLD, kind, ierr); OK
      EXPECT(kind == MPI_UNDEFINED)
      call mpi_cart_create(MPI_COMM_WORLD, 2, [ranks, 1], [.true., .false.], .false., grid, ierr); OK
      call mpi_topo_test(grid, kind, ierr); OK
      EXPECT(kind == MPI_CART)
      call mpi_cartdim_get(grid, count, ierr); OK
      EQUAL(count, 2)
      lengths = -1
      periods = [.false., .true.]
      call mpi_cart_get(grid, 2, lengths, periods, place, ierr); OK
      EXPECT(all(lengths == (/ ranks, 1 /)) .and. all(place == (/ rank, 0 /)))
      EQUAL(periods(1), .true.)
      EQUAL(periods(2), .false.)
      call mpi_cart_rank(grid, [rank + ranks, 0], position, ierr); OK
      EQUAL(position, rank)
      call mpi_cart_coords(grid, ranks - 1, 2, place, ierr); OK
      EXPECT(all(place == (/ ranks - 1, 0 /)))
      call mpi_cart_shift(grid, 0, 1, source, destination, ierr); OK
      EQUAL(source, previous)
      EQUAL(destination, next)
      call mpi_cart_shift(grid, 1, 1, source, destination, ierr); OK
      EXPECT(source == MPI_PROC_NULL .and. destination == MPI_PROC_NULL)
      call mpi_cart_map(MPI_COMM_WORLD, 2, [ranks, 1], [.true., .false.], position, ierr); OK
      EXPECT(position >= 0 .and. position < ranks)
      call mpi_comm_free(grid, ierr); OK
      call mpi_cart_create(MPI_COMM_WORLD, 1, [1], [.false.], .true., grid, ierr); OK
      EXPECT((grid == MPI_COMM_NULL) .eqv. (rank /= 0))
      if (rank == 0) then
         call mpi_comm_free(grid, ierr); OK
      end if
      call say('a ring, and a wall')
   end subroutine grids

   subroutine parts_of_grids
      COMM_HANDLE :: grid, part
      integer :: members
      call section('parts')
      call mpi_cart_create(MPI_COMM_WORLD, 2, [1, ranks], [.false., .false.], .false., grid, ierr); OK
      call mpi_cart_sub(grid, [.false., .true.], part, ierr); OK
      call mpi_comm_size(part, members, ierr); OK
      EQUAL(members, ranks)
      call mpi_comm_free(part, ierr); OK
      call mpi_cart_sub(grid, [.true., .false.], part, ierr); OK
      call mpi_comm_size(part, members, ierr); OK
      EQUAL(members, 1)
      call mpi_comm_free(part, ierr); OK
      call mpi_comm_free(grid, ierr); OK
      call say('rows and columns')
   end subroutine parts_of_grids

   ! Everybody knows the next one.
   subroutine graphs
      COMM_HANDLE :: graph
      integer :: index(ranks), edges(ranks), position, nodes, count, known(2), all_edges(ranks)
      call section('graphs')
      index = [(position, position=1, ranks)]
      edges = [(mod(position, ranks), position=1, ranks)]
      call mpi_graph_create(MPI_COMM_WORLD, ranks, index, edges, .false., graph, ierr); OK
      call mpi_topo_test(graph, count, ierr); OK
      EXPECT(count == MPI_GRAPH)
      call mpi_graphdims_get(graph, nodes, count, ierr); OK
      EXPECT(nodes == ranks .and. count == ranks)
      index = 0
      call mpi_graph_get(graph, ranks, ranks, index, all_edges, ierr); OK
      EXPECT(all(all_edges == edges) .and. index(ranks) == ranks)
      call mpi_graph_neighbors_count(graph, rank, count, ierr); OK
      EQUAL(count, 1)
      call mpi_graph_neighbors(graph, rank, 1, known, ierr); OK
      EQUAL(known(1), next)
      call mpi_graph_map(MPI_COMM_WORLD, ranks, index, edges, position, ierr); OK
      call mpi_comm_free(graph, ierr); OK
      call say('everybody knows the next one')
   end subroutine graphs

   subroutine distributed_graphs
      COMM_HANDLE :: graph
      integer :: sources(1), destinations(1), source_weights(1), destination_weights(1), in, out
      logical :: weighted
      call section('distributed')
      call mpi_dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [previous], MPI_UNWEIGHTED, 1, [next], MPI_UNWEIGHTED, &
                                          MPI_INFO_NULL, .false., graph, ierr); OK
      call mpi_topo_test(graph, in, ierr); OK
      EXPECT(in == MPI_DIST_GRAPH)
      call mpi_dist_graph_neighbors_count(graph, in, out, weighted, ierr); OK
      EXPECT(in == 1 .and. out == 1)
      EQUAL(weighted, .false.)
      call mpi_dist_graph_neighbors(graph, 1, sources, MPI_UNWEIGHTED, 1, destinations, MPI_UNWEIGHTED, ierr); OK
      EXPECT(sources(1) == previous .and. destinations(1) == next)
      call mpi_comm_free(graph, ierr); OK
      call mpi_dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [next], [10 + rank], MPI_INFO_NULL, .false., graph, &
                                 ierr); OK
      call mpi_dist_graph_neighbors_count(graph, in, out, weighted, ierr); OK
      EQUAL(weighted, .true.)
      call mpi_dist_graph_neighbors(graph, 1, sources, source_weights, 1, destinations, destination_weights, ierr); OK
      EXPECT(sources(1) == previous .and. destinations(1) == next)
      EXPECT(source_weights(1) == 10 + previous .and. destination_weights(1) == 10 + rank)
      call mpi_comm_free(graph, ierr); OK
      ! Nobody knows anybody: there is no weight to give.
      call mpi_dist_graph_create_adjacent(MPI_COMM_WORLD, 0, [0], MPI_WEIGHTS_EMPTY, 0, [0], MPI_WEIGHTS_EMPTY, &
                                          MPI_INFO_NULL, .true., graph, ierr); OK
      call mpi_dist_graph_neighbors_count(graph, in, out, weighted, ierr); OK
      EXPECT(in == 0 .and. out == 0)
      EQUAL(weighted, .true.)
      call mpi_comm_free(graph, ierr); OK
      call mpi_dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [next], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph, &
                                 ierr); OK
      call mpi_dist_graph_neighbors_count(graph, in, out, weighted, ierr); OK
      EQUAL(weighted, .false.)
      call mpi_comm_free(graph, ierr); OK
      call say('with weights, without, and with none to have')
   end subroutine distributed_graphs

   ! On a ring, whose ranks have a neighbour to each side: both may be the same.
   subroutine neighbours
      COMM_HANDLE :: ring
      DATATYPE_HANDLE :: types(2)
      REQUEST_HANDLE :: requests(3)
      integer :: gathered(2), out(2), in(2), again(2)
      ADDRESS :: places(2)
      call section('neighbours')
      call mpi_cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., ring, ierr); OK
      call mpi_neighbor_allgather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, ring, ierr); OK
      EXPECT(all(gathered == (/ previous, next /)))
      call mpi_neighbor_allgatherv(rank, 1, MPI_INTEGER, gathered, [1, 1], [1, 0], MPI_INTEGER, ring, ierr); OK
      EXPECT(all(gathered == (/ next, previous /)))
      if (ranks < 3) then
         ! Which of two messages from the same rank comes first differs between MPIs.
         call mpi_comm_free(ring, ierr); OK
         call say('gathered')
         return
      end if
      out = [10*rank, 10*rank + 1]
      call mpi_neighbor_alltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, ring, ierr); OK
      EXPECT(all(in == (/ 10*previous + 1, 10*next /)))
      call mpi_neighbor_alltoallv(out, [1, 1], [0, 1], MPI_INTEGER, in, [1, 1], [1, 0], MPI_INTEGER, ring, ierr); OK
      EXPECT(all(in == (/ 10*next, 10*previous + 1 /)))
      types = MPI_INTEGER
      places = [0, 4]
      call mpi_neighbor_alltoallw(out, [1, 1], places, types, in, [1, 1], places, types, ring, ierr); OK
      EXPECT(all(in == (/ 10*previous + 1, 10*next /)))
      in = -1
      call mpi_ineighbor_allgather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, ring, requests(1), ierr); OK
      call mpi_ineighbor_alltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, ring, requests(2), ierr); OK
      call mpi_ineighbor_alltoallw(out, [1, 1], places, types, again, [1, 1], places, types, ring, requests(3), ierr); OK
      call mpi_waitall(3, requests, MPI_STATUSES_IGNORE, ierr); OK
      EXPECT(all(gathered == (/ previous, next /)))
      EXPECT(all(in == (/ 10*previous + 1, 10*next /)) .and. all(again == in))
      call mpi_comm_free(ring, ierr); OK
      call say('gathered')
   end subroutine neighbours

end program topologies
