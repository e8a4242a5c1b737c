/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kernel of examples/ppm: a double step of the piecewise parabolic method on one pillar.
 *
 * A pillar holds nx * ny * nz zones with a halo of PPM_HALO zones on each side in x and y. Its array has PPM_FIELDS fields
 * (density, momentum in x, y, z, energy, each per volume); in each, x runs fastest, then y, then z:
 * zones[((field * nz + z) * (ny + 2 * PPM_HALO) + y) * (nx + 2 * PPM_HALO) + x].
 * In Fortran: zones(nx + 16, ny + 16, nz, 5).
 */
#ifndef PPM_KERNEL_H
#define PPM_KERNEL_H

#include <stdint.h>

#define PPM_HALO 8
#define PPM_FIELDS 5

/* What lies beyond a side. In x and y: PPM_NEIGHBOUR (the halo is filled), or the edge of the grid. In z:
 * PPM_PERIODIC or the edge of the grid. */
enum ppm_boundary { PPM_NEIGHBOUR = 0, PPM_PERIODIC = 1, PPM_OUTFLOW = 2, PPM_REFLECTING = 3 };

/* What the functions return. */
enum ppm_status { PPM_OK = 0, PPM_NULL_POINTER = 1, PPM_BAD_BOUNDARY = 2, PPM_BAD_NUMBER = 3 };

#ifdef __cplusplus
extern "C" {
#endif

/* Memory for sweeps of pillars of this shape: one for each thread, made once. NULL if the shape is not possible. */
typedef struct ppm_workspace ppm_workspace;
ppm_workspace *ppm_workspace_create(int64_t nx, int64_t ny, int64_t nz);
void ppm_workspace_destroy(ppm_workspace *workspace);

/* Advances the pillar by two steps: sweeps along x, y, z, z, y, x. `ratio` is the time step over the width of a zone;
 * `boundaries` are those at low x, high x, low y, high y, low z, high z. `speed` gets the fastest signal of the result,
 * |velocity| + speed of sound: the next `ratio` times it must be less than 1. */
int ppm_double_step(ppm_workspace *workspace, double *zones, const int32_t boundaries[6], double gamma, double ratio,
                    double *speed);

/* Looks at all zones of the pillar without its halo: `speed` as above, which the first step needs, and the sums of all
 * fields. */
int ppm_summarize(const ppm_workspace *workspace, const double *zones, double gamma, double *speed,
                  double totals[PPM_FIELDS]);

#ifdef __cplusplus
}
#endif
#endif
