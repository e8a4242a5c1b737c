// SPDX-License-Identifier: MIT OR Apache-2.0
// Prototypes of the large-count calls for headers that are older than MPI-4. They are weak: where neither the MPI nor
// a preloaded library has them, they are null.
#ifndef LARGE_COUNTS_H
#define LARGE_COUNTS_H

#include <mpi.h>

#if MPI_VERSION < 4
#define LARGE(name, ...) int MPI_File_##name##_c(__VA_ARGS__) __attribute__((weak))
#define EXPLICIT_LARGE(name, buffer, result) LARGE(name, MPI_File, MPI_Offset, buffer, MPI_Count, MPI_Datatype, result)
#define POINTER_LARGE(name, buffer, result) LARGE(name, MPI_File, buffer, MPI_Count, MPI_Datatype, result)

EXPLICIT_LARGE(read_at, void *, MPI_Status *);
EXPLICIT_LARGE(read_at_all, void *, MPI_Status *);
EXPLICIT_LARGE(write_at, const void *, MPI_Status *);
EXPLICIT_LARGE(write_at_all, const void *, MPI_Status *);
EXPLICIT_LARGE(iread_at, void *, MPI_Request *);
EXPLICIT_LARGE(iread_at_all, void *, MPI_Request *);
EXPLICIT_LARGE(iwrite_at, const void *, MPI_Request *);
EXPLICIT_LARGE(iwrite_at_all, const void *, MPI_Request *);
LARGE(read_at_all_begin, MPI_File, MPI_Offset, void *, MPI_Count, MPI_Datatype);
LARGE(write_at_all_begin, MPI_File, MPI_Offset, const void *, MPI_Count, MPI_Datatype);
POINTER_LARGE(read, void *, MPI_Status *);
POINTER_LARGE(read_all, void *, MPI_Status *);
POINTER_LARGE(write, const void *, MPI_Status *);
POINTER_LARGE(write_all, const void *, MPI_Status *);
POINTER_LARGE(iread, void *, MPI_Request *);
POINTER_LARGE(iread_all, void *, MPI_Request *);
POINTER_LARGE(iwrite, const void *, MPI_Request *);
POINTER_LARGE(iwrite_all, const void *, MPI_Request *);
LARGE(read_all_begin, MPI_File, void *, MPI_Count, MPI_Datatype);
LARGE(write_all_begin, MPI_File, const void *, MPI_Count, MPI_Datatype);
POINTER_LARGE(read_shared, void *, MPI_Status *);
POINTER_LARGE(write_shared, const void *, MPI_Status *);
POINTER_LARGE(iread_shared, void *, MPI_Request *);
POINTER_LARGE(iwrite_shared, const void *, MPI_Request *);
POINTER_LARGE(read_ordered, void *, MPI_Status *);
POINTER_LARGE(write_ordered, const void *, MPI_Status *);
LARGE(read_ordered_begin, MPI_File, void *, MPI_Count, MPI_Datatype);
LARGE(write_ordered_begin, MPI_File, const void *, MPI_Count, MPI_Datatype);
LARGE(get_type_extent, MPI_File, MPI_Datatype, MPI_Count *);
#define HAS_LARGE_COUNTS (MPI_File_write_at_c != NULL)
#else
#define HAS_LARGE_COUNTS 1
#endif

#endif
