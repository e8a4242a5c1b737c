// SPDX-License-Identifier: MIT OR Apache-2.0
// Data representations: external32 byte by byte, and one that the program registers, with functions that convert.
#include "check.h"

static void external32(void) {
    MPI_File file = own_scratch("external32");
    DO(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL));
    int values[3] = {1, 0x01020304, -2}, back[3] = {0};
    MPI_Status status;
    DO(MPI_File_write_at(file, 0, values, 3, MPI_INT, &status));
    CHECK(count_of(&status, MPI_INT) == 3, "%d values were written", count_of(&status, MPI_INT));
    DO(MPI_File_read_at(file, 1, back, 2, MPI_INT, &status));
    CHECK(back[0] == values[1] && back[1] == values[2], "read %x, %x", back[0], back[1]);
    CHECK(count_of(&status, MPI_INT) == 2, "%d values were read", count_of(&status, MPI_INT));
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    unsigned char bytes[12];
    const unsigned char expected[12] = {0, 0, 0, 1, 1, 2, 3, 4, 0xff, 0xff, 0xff, 0xfe};
    DO(MPI_File_read_at(file, 0, bytes, 12, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK(memcmp(bytes, expected, 12) == 0, "the bytes are not those of external32");
    DO(MPI_File_close(&file));
}

// The file holds an int as eight bytes: its value and its complement.
struct notes {
    int extents, reads, writes;
    int value;
};

static int file_extent(MPI_Datatype type, MPI_Aint *extent, void *state) {
    int bytes;
    ((struct notes *)state)->extents++;
    MPI_Type_size(type, &bytes);
    *extent = 2 * bytes;
    return MPI_SUCCESS;
}

static int from_file(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    struct notes *notes = state;
    notes->reads++;
    int bytes;
    MPI_Type_size(type, &bytes);
    int *values = (int *)user + position * (bytes / (int)sizeof(int)), *stored = file;
    for (int i = 0; i < count * bytes / (int)sizeof(int); i++) {
        if (stored[2 * i + 1] != ~stored[2 * i]) return MPI_ERR_CONVERSION;
        values[i] = stored[2 * i];
    }
    return MPI_SUCCESS;
}

static int to_file(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state) {
    struct notes *notes = state;
    notes->writes++;
    int bytes;
    MPI_Type_size(type, &bytes);
    int *values = (int *)user + position * (bytes / (int)sizeof(int)), *stored = file;
    for (int i = 0; i < count * bytes / (int)sizeof(int); i++) {
        stored[2 * i] = values[i];
        stored[2 * i + 1] = ~values[i];
    }
    return MPI_SUCCESS;
}

static void of_program(void) {
    enum { VALUES = 1000 };
    static struct notes notes;
    DO(MPI_Register_datarep("value and complement", from_file, to_file, file_extent, &notes));
    MPI_File file = own_scratch("registered");
    DO(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "value and complement", MPI_INFO_NULL));
    static int values[VALUES], back[VALUES], raw[2 * VALUES];
    for (int i = 0; i < VALUES; i++) values[i] = i * i;
    MPI_Status status;
    DO(MPI_File_write_at(file, 0, values, VALUES, MPI_INT, &status));
    CHECK(count_of(&status, MPI_INT) == VALUES, "%d values were written", count_of(&status, MPI_INT));
    DO(MPI_File_read_at(file, 0, back, VALUES, MPI_INT, &status));
    CHECK(memcmp(values, back, sizeof values) == 0, "other values came back");
    DO(MPI_File_read_at(file, 500, back, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(back[0] == 250000, "value 500 is %d", back[0]);
    CHECK(notes.extents > 0 && notes.reads > 0 && notes.writes > 0, "functions were not called");
    char form[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    DO(MPI_File_get_view(file, &displacement, &etype, &filetype, form));
    CHECK(strcmp(form, "value and complement") == 0, "the view says %s", form);
    MPI_Aint extent;
    DO(MPI_File_get_type_extent(file, MPI_INT, &extent));
    CHECK(extent == 8, "the extent of an int is %d", (int)extent);
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    DO(MPI_File_read_at(file, 0, raw, sizeof raw, MPI_BYTE, &status));
    CHECK(count_of(&status, MPI_BYTE) == sizeof raw, "the file has %d bytes", count_of(&status, MPI_BYTE));
    for (int i = 0; i < VALUES; i++) CHECK(raw[2 * i + 1] == ~values[i], "value %d was not converted", i);
    // What the program's function refuses is the answer of the call.
    int spoilt = 0;
    DO(MPI_File_write_at(file, 4, &spoilt, 1, MPI_INT, MPI_STATUS_IGNORE));
    DO(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "value and complement", MPI_INFO_NULL));
    FAILS(MPI_File_read_at(file, 0, back, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_CONVERSION);
    DO(MPI_File_close(&file));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    external32();
    // No MPI that comes with ROMIO or OMPIO calls functions of the program.
    if (with_seaway) of_program();
    return finish();
}
