// SPDX-License-Identifier: MIT OR Apache-2.0
//! System files, which programs and MPI libraries read at start-up: of little interest for how a program
//! accesses its data. `docs/reports.md` has the list.

/// System directories.
const FOLDERS: [&[u8]; 16] = [
    b"/proc",
    b"/sys",
    b"/dev",
    b"/etc",
    b"/usr",
    b"/bin",
    b"/sbin",
    b"/boot",
    b"/lib",
    b"/lib32",
    b"/lib64",
    b"/run",
    b"/var/run",
    b"/var/lib",
    b"/var/cache",
    b"/nix/store",
];

/// Named shared memory, which may well belong to the program.
const SHARED_MEMORY: &[u8] = b"/dev/shm";

/// Prefixes of files that MPI libraries create in temporary directories or in shared memory.
const OF_MPI: [&[u8]; 17] = [
    b"ompi.",
    b"openmpi-sessions-",
    b"prte.",
    b"prted.",
    b"pmix",
    b"hwloc",
    b"vader_segment",
    b"sm_segment",
    b"mpich_shar_tmp",
    b"mpich_shm",
    b"ucx_shm_",
    b"psm2_shm",
    b"psm3_shm",
    b"Intel_MPI_",
    b"cma_",
    b"hydra_",
    b"smsc_",
];

const TEMPORARY: [&[u8]; 3] = [b"/tmp/", b"/var/tmp/", b"/dev/shm/"];

/// Directories and files of MPI libraries and of Python, wherever they are installed.
const PARTS: [&[u8]; 11] = [
    b"/share/openmpi/",
    b"/lib/openmpi/",
    b"/share/pmix/",
    b"/lib/pmix/",
    b"/share/prte/",
    b"/lib/prte/",
    b"/etc/openmpi/",
    // Intel MPI.
    b"/etc/tuning_",
    b"/.openmpi/",
    b"/.pmix/",
    b"/__pycache__/",
];

const LAST_PARTS: [&[u8]; 9] = [
    b"pci.ids",
    b"locale-archive",
    b"locale.alias",
    b"openmpi-mca-params.conf",
    b"pmix-mca-params.conf",
    b"prte-mca-params.conf",
    b"ucx.conf",
    b"seaway.toml",
    b"pyvenv.cfg",
];

/// Directories that are only looked at themselves; their contents may belong to the program.
const WHOLE: [&[u8]; 5] = [b"/", b"/tmp", b"/var/tmp", b"/dev/shm", b"/selinux"];

pub(super) fn is_system_file(path: &[u8]) -> bool {
    if path.first() != Some(&b'/') {
        return false;
    }
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    is_in_system_folder(path)
        || is_of_mpi(path)
        || PARTS.iter().any(|part| contains(path, part))
        || LAST_PARTS.contains(&name)
        || WHOLE.contains(&path)
        || is_library(name)
        || name.ends_with(b".pyc")
        || is_of_python(path)
}

fn is_in_system_folder(path: &[u8]) -> bool {
    !is_below(path, SHARED_MEMORY) && FOLDERS.iter().any(|folder| is_below(path, folder))
}

fn is_of_mpi(path: &[u8]) -> bool {
    let name = TEMPORARY.iter().find_map(|folder| path.strip_prefix(*folder));
    name.is_some_and(|name| OF_MPI.iter().any(|beginning| name.starts_with(beginning)))
}

/// `libm.so`, `libm.so.6`, `_heapq.cpython-313-x86_64-linux-gnu.so`.
fn is_library(name: &[u8]) -> bool {
    let after = name.windows(3).rposition(|window| window == b".so").map(|at| &name[at + 3..]);
    after.is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'.') && is_version(rest))
}

fn is_version(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// `/opt/anaconda/lib/python3.13/json/decoder.py`: modules, and the directories that are searched for them.
fn is_of_python(path: &[u8]) -> bool {
    let mut parts = path.split(|byte| *byte == b'/').peekable();
    while let Some(part) = parts.next() {
        let next = parts.peek().and_then(|next| next.strip_prefix(b"python"));
        if matches!(part, b"lib" | b"lib64") && next.is_some_and(|rest| !rest.is_empty() && is_version(rest))
        {
            return true;
        }
    }
    false
}

fn is_below(path: &[u8], folder: &[u8]) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b'/'))
}

fn contains(path: &[u8], part: &[u8]) -> bool {
    path.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_at_start_up_are_system_files() {
        for name in [
            "/proc/self/maps",
            "/proc",
            "/sys/devices/system/node/online",
            "/usr/share/misc/pci.ids",
            "/opt/hwdata/pci.ids",
            "/etc/openmpi/openmpi-mca-params.conf",
            "/home/ada/.openmpi/mca-params.conf",
            "/opt/intel/mpi/etc/tuning_generic_shm-ofi.dat",
            "/home/ada/lib/libmodel.so",
            "/home/ada/lib/libmodel.so.1.2",
            "/opt/conda/lib/python3.13/json/decoder.py",
            "/home/ada/src/__pycache__/model.cpython-313.pyc",
            "/tmp/ompi.node7.1000/pid.4711/0",
            "/dev/shm/vader_segment.node7.1000.1",
            "/dev/urandom",
            "/dev/shm",
            "/",
            "/home/ada/ucx.conf",
        ] {
            assert!(is_system_file(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn data_of_programs_are_not_system_files() {
        for name in [
            "/scratch/ada/out.nc",
            "/home/ada/src/model.py",
            "/home/ada/lib/table.dat",
            "/home/ada/pythonlib/x",
            "/home/ada/lib/python/x",
            "/process/data",
            "/system/a",
            "/tmp/out.nc",
            "/tmp/ompi-results/out.nc",
            "/dev/shm/field",
            "/data/run.so.old",
            "/data/also.something",
            "/var/tmp/out",
            "mxn:ocean",
            "proc/relative",
            "",
        ] {
            assert!(!is_system_file(name.as_bytes()), "{name}");
        }
    }
}
