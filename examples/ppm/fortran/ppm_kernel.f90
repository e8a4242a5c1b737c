! SPDX-License-Identifier: MIT OR Apache-2.0
!> The kernel of examples/ppm from Fortran: the functions of ppm_kernel.h.
module ppm_kernel
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer, parameter :: PPM_HALO = 8, PPM_FIELDS = 5
  integer(c_int32_t), parameter :: PPM_NEIGHBOUR = 0, PPM_PERIODIC = 1, PPM_OUTFLOW = 2, PPM_REFLECTING = 3
  integer, parameter :: PPM_OK = 0, PPM_NULL_POINTER = 1, PPM_BAD_BOUNDARY = 2, PPM_BAD_NUMBER = 3

  interface
    type(c_ptr) function ppm_workspace_create(nx, ny, nz) bind(C)
      import
      integer(c_int64_t), value :: nx, ny, nz
    end function
    subroutine ppm_workspace_destroy(workspace) bind(C)
      import
      type(c_ptr), value :: workspace
    end subroutine
    !> zones(nx + 16, ny + 16, nz, 5)
    integer(c_int) function ppm_double_step(workspace, zones, boundaries, gamma, ratio, speed) bind(C)
      import
      type(c_ptr), value :: workspace
      real(c_double), intent(inout) :: zones(*)
      integer(c_int32_t), intent(in) :: boundaries(6)
      real(c_double), value :: gamma, ratio
      real(c_double), intent(out) :: speed
    end function
    integer(c_int) function ppm_summarize(workspace, zones, gamma, speed, totals) bind(C)
      import
      type(c_ptr), value :: workspace
      real(c_double), intent(in) :: zones(*)
      real(c_double), value :: gamma
      real(c_double), intent(out) :: speed, totals(5)
    end function
  end interface
end module
