// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes every hooked call that is about descriptors and names, under all its names, in a known order.
#include "expect.h"
#include <aio.h>
#include <glob.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <utime.h>

static char buffer[4096];
static int fd;

static void opening(void) {
    int flags = O_RDWR | O_CREAT;
    EACH(open, "open", "open64") {
        fd = f(in("a"), flags, 0600);
        expect("open", in("a"), (number)flags, good(fd), bad(fd));
        close(fd);
        expect("close", in("a"), (number)fd, 0, 0);
    }
    int two(const char *, int);
    EACH(two, "__open_2", "__open64_2") {
        fd = f(in("a"), O_RDONLY);
        expect("open", in("a"), 0, good(fd), bad(fd));
        close(fd);
        expect("close", in("a"), (number)fd, 0, 0);
    }
    int directory = open(folder, O_RDONLY | O_DIRECTORY);
    expect("open", folder, O_RDONLY | O_DIRECTORY, good(directory), bad(directory));
    EACH(openat, "openat", "openat64") {
        fd = f(directory, "./a", flags, 0600);
        expect("openat", in("a"), (number)flags, good(fd), bad(fd));
        close(fd);
        expect("close", in("a"), (number)fd, 0, 0);
    }
    int three(int, const char *, int);
    EACH(three, "__openat_2", "__openat64_2") {
        fd = f(directory, "none", O_RDONLY);
        expect("openat", in("none"), 0, 0, ENOENT);
    }
    close(directory);
    expect("close", folder, (number)directory, 0, 0);
    EACH(creat, "creat", "creat64") {
        fd = f(in("b"), 0600);
        expect("creat", in("b"), O_CREAT | O_WRONLY | O_TRUNC, good(fd), bad(fd));
        close(fd);
        expect("close", in("b"), (number)fd, 0, 0);
    }
    uint64_t how[3] = {O_RDONLY, 0, 0};
    int by_how(int, const char *, void *, size_t);
    EACH(by_how, "openat2") {
        fd = f(AT_FDCWD, in("a"), how, sizeof how);
        expect("openat2", in("a"), O_RDONLY, good(fd), bad(fd));
        if (fd >= 0) {
            close(fd);
            expect("close", in("a"), (number)fd, 0, 0);
        }
    }
    char template[4096];
#define TEMPLATE(ending) (snprintf(template, sizeof template, "%s/m-XXXXXX%s", folder, ending), template)
    number made = O_RDWR | O_CREAT | O_EXCL;
    EACH(mkstemp, "mkstemp", "mkstemp64") {
        fd = f(TEMPLATE(""));
        expect("mkstemp", template, made, good(fd), bad(fd));
        close(fd);
        expect("close", template, (number)fd, 0, 0);
    }
    EACH(mkostemp, "mkostemp", "mkostemp64") {
        fd = f(TEMPLATE(""), O_APPEND);
        expect("mkstemp", template, made | O_APPEND, good(fd), bad(fd));
        close(fd);
        expect("close", template, (number)fd, 0, 0);
    }
    EACH(mkstemps, "mkstemps", "mkstemps64") {
        fd = f(TEMPLATE(".c"), 2);
        expect("mkstemp", template, made, good(fd), bad(fd));
        close(fd);
        expect("close", template, (number)fd, 0, 0);
    }
    EACH(mkostemps, "mkostemps", "mkostemps64") {
        fd = f(TEMPLATE(".c"), 2, O_APPEND);
        expect("mkstemp", template, made | O_APPEND, good(fd), bad(fd));
        close(fd);
        expect("close", template, (number)fd, 0, 0);
    }
    EACH(mkdtemp, "mkdtemp") {
        f(TEMPLATE(""));
        expect("mkdir", template, 0, 0, 0);
    }
}

static void data(void) {
    number at = (number)fd;
    EACH(write, "write") {
        f(fd, buffer, 1000);
        expect("write", in("data"), at, 1000, 0);
    }
    EACH(pwrite, "pwrite", "pwrite64") {
        f(fd, buffer, 100, 1000);
        expect("pwrite", in("data"), 1000, 100, 0);
        // Beyond 48 bits: an event goes before it.
        long result = f(fd, buffer, 1, (off_t)1 << 60);
        expect("pwrite", in("data"), (number)1 << 60, good(result), bad(result));
    }
    struct iovec vectors[2] = {{buffer, 10}, {buffer + 100, 20}};
    EACH(writev, "writev") {
        f(fd, vectors, 2);
        expect("writev", in("data"), at, 30, 0);
    }
    EACH(pwritev, "pwritev", "pwritev64") {
        f(fd, vectors, 2, 50);
        expect("pwritev", in("data"), 50, 30, 0);
    }
    EACH(pwritev2, "pwritev2", "pwritev64v2") {
        f(fd, vectors, 2, 60, 0);
        expect("pwritev2", in("data"), 60, 30, 0);
    }
    EACH(lseek, "lseek", "lseek64") {
        f(fd, -30, SEEK_END);
        expect("lseek", in("data"), 1070, at, 0);
        f(fd, 10, SEEK_SET);
        expect("lseek", in("data"), 10, at, 0);
        f(fd, 10, 77);
        expect("lseek", in("data"), 10, 0, EINVAL);
    }
    EACH(read, "read") {
        f(fd, buffer, 64);
        expect("read", in("data"), at, 64, 0);
        f(fd, (void *)1, 64);
        expect("read", in("data"), at, 0, EFAULT);
    }
    ssize_t checked(int, void *, size_t, size_t);
    EACH(checked, "__read_chk") {
        f(fd, buffer, 64, sizeof buffer);
        expect("read", in("data"), at, 64, 0);
    }
    EACH(pread, "pread", "pread64") {
        f(fd, buffer, 4000, 1000);
        expect("pread", in("data"), 1000, 100, 0);
    }
    ssize_t checked_at(int, void *, size_t, off_t, size_t);
    EACH(checked_at, "__pread_chk", "__pread64_chk") {
        f(fd, buffer, 16, 1000, sizeof buffer);
        expect("pread", in("data"), 1000, 16, 0);
    }
    EACH(readv, "readv") {
        f(fd, vectors, 2);
        expect("readv", in("data"), at, 30, 0);
    }
    EACH(preadv, "preadv", "preadv64") {
        f(fd, vectors, 2, 5);
        expect("preadv", in("data"), 5, 30, 0);
    }
    EACH(preadv2, "preadv2", "preadv64v2") {
        f(fd, vectors, 2, 6, 0);
        expect("preadv2", in("data"), 6, 30, 0);
    }
}

static void sizes(void) {
    number at = (number)fd;
    EACH(fsync, "fsync") { f(fd); expect("fsync", in("data"), at, 0, 0); }
    EACH(fdatasync, "fdatasync") { f(fd); expect("fdatasync", in("data"), at, 0, 0); }
    EACH(syncfs, "syncfs") { f(fd); expect("syncfs", in("data"), at, 0, 0); }
    EACH(sync, "sync") { f(); expect("sync", "", 0, 0, 0); }
    EACH(sync_file_range, "sync_file_range") {
        f(fd, 1, 2, 0);
        expect("sync_file_range", in("data"), 1, 2, 0);
    }
    EACH(truncate, "truncate", "truncate64") { f(in("data"), 500); expect("truncate", in("data"), 500, 0, 0); }
    EACH(ftruncate, "ftruncate", "ftruncate64") { f(fd, 600); expect("ftruncate", in("data"), 600, 0, 0); }
    EACH(fallocate, "fallocate", "fallocate64") {
        long result = f(fd, 0, 600, 100);
        expect("fallocate", in("data"), 600, result < 0 ? 0 : 100, bad(result));
    }
    EACH(posix_fallocate, "posix_fallocate", "posix_fallocate64") {
        f(fd, 700, 50);
        expect("posix_fallocate", in("data"), 700, 50, 0);
        int error = f(fd, -1, 50);
        expect("posix_fallocate", in("data"), (number)-1, 0, error);
    }
    EACH(posix_fadvise, "posix_fadvise", "posix_fadvise64") {
        f(fd, 3, 4, POSIX_FADV_NORMAL);
        expect("posix_fadvise", in("data"), 3, 4, 0);
    }
    EACH(flock, "flock") { f(fd, LOCK_SH); expect("flock", in("data"), at, 0, 0); }
    EACH(lockf, "lockf", "lockf64") { f(fd, F_TEST, 5); expect("fcntl(F_SETLK)", in("data"), 0, 5, 0); }
}

static void descriptors(void) {
    number at = (number)fd;
    int copy;
    EACH(dup, "dup") { copy = f(fd); expect("dup", in("data"), at, good(copy), 0); }
    EACH(dup2, "dup2") { f(fd, copy); expect("dup2", in("data"), at, (number)copy, 0); }
    EACH(dup3, "dup3") { f(fd, copy, O_CLOEXEC); expect("dup3", in("data"), at, (number)copy, 0); }
    read(copy, buffer, 1);
    expect("read", in("data"), (number)copy, 1, 0);
    struct flock lock = {.l_type = F_WRLCK, .l_start = 7, .l_len = 8};
    EACH(fcntl, "fcntl", "fcntl64") {
        int other = f(fd, F_DUPFD, 50);
        expect("fcntl(F_DUPFD)", in("data"), at, good(other), 0);
        f(fd, F_SETLK, &lock);
        expect("fcntl(F_SETLK)", in("data"), 7, 8, 0);
        f(fd, F_GETFL); // nothing
        close(other);
        expect("close", in("data"), (number)other, 0, 0);
    }
    EACH(close, "close") {
        f(copy);
        expect("close", in("data"), (number)copy, 0, 0);
        f(copy);
        expect("close", "", (number)copy, 0, EBADF);
    }
    EACH(close_range, "close_range") { f(300, 310, 0); expect("close_range", "", 300, 310, 0); }
    EACH(closefrom, "closefrom") { f(300); expect("close_range", "", 300, 0xffffffff, 0); }
    int pipes[2];
    if (pipe(pipes)) abort();
    write(pipes[1], "x", 1); // no file, nothing
    close(pipes[0]);
    close(pipes[1]);
    int source = open(in("data"), O_RDONLY);
    expect("open", in("data"), 0, good(source), 0);
    EACH(ioctl, "ioctl") {
        long result = f(fd, FICLONE, source);
        expect_second("ioctl(FICLONE)", in("data"), in("data"), 0, bad(result));
        struct file_clone_range range = {.src_fd = source, .src_length = 512};
        result = f(fd, FICLONERANGE, &range);
        expect_second("ioctl(FICLONE)", in("data"), in("data"), result < 0 ? 0 : 512, bad(result));
    }
    close(source);
    expect("close", in("data"), (number)source, 0, 0);
}

static void questions(void) {
    struct stat status;
    EACH(stat, "stat", "stat64") {
        f(in("data"), &status);
        expect("stat", in("data"), 0, 0, 0);
        f(in("none"), &status);
        expect("stat", in("none"), 0, 0, ENOENT);
    }
    EACH(lstat, "lstat", "lstat64") { f(in("data"), &status); expect("lstat", in("data"), 0, 0, 0); }
    EACH(fstat, "fstat", "fstat64") { f(fd, &status); expect("fstat", in("data"), (number)fd, 0, 0); }
    EACH(fstatat, "fstatat", "fstatat64") {
        f(AT_FDCWD, in("data"), &status, 0);
        expect("fstatat", in("data"), 0, 0, 0);
        f(fd, "", &status, AT_EMPTY_PATH);
        expect("fstatat", in("data"), 0, 0, 0);
    }
    int old(int, const char *, struct stat *);
    EACH(old, "__xstat", "__xstat64") { f(1, in("data"), &status); expect("stat", in("data"), 0, 0, 0); }
    EACH(old, "__lxstat", "__lxstat64") { f(1, in("data"), &status); expect("lstat", in("data"), 0, 0, 0); }
    int old_descriptor(int, int, struct stat *);
    EACH(old_descriptor, "__fxstat", "__fxstat64") {
        f(1, fd, &status);
        expect("fstat", in("data"), (number)fd, 0, 0);
    }
    int old_at(int, int, const char *, struct stat *, int);
    EACH(old_at, "__fxstatat", "__fxstatat64") {
        f(1, AT_FDCWD, in("data"), &status, 0);
        expect("fstatat", in("data"), 0, 0, 0);
    }
    struct statx more;
    EACH(statx, "statx") { f(AT_FDCWD, in("data"), 0, STATX_BASIC_STATS, &more); expect("statx", in("data"), 0, 0, 0); }
    struct statfs system;
    EACH(statfs, "statfs", "statfs64") { f(in("data"), &system); expect("statfs", in("data"), 0, 0, 0); }
    EACH(fstatfs, "fstatfs", "fstatfs64") { f(fd, &system); expect("fstatfs", in("data"), (number)fd, 0, 0); }
    struct statvfs other;
    EACH(statvfs, "statvfs", "statvfs64") { f(in("data"), &other); expect("statfs", in("data"), 0, 0, 0); }
    EACH(fstatvfs, "fstatvfs", "fstatvfs64") { f(fd, &other); expect("fstatfs", in("data"), (number)fd, 0, 0); }
    EACH(access, "access", "eaccess", "euidaccess") { f(in("none"), R_OK); expect("access", in("none"), 0, 0, ENOENT); }
    EACH(faccessat, "faccessat") { f(AT_FDCWD, in("data"), R_OK, 0); expect("faccessat", in("data"), 0, 0, 0); }
    char *found;
    EACH(realpath, "realpath") { found = f(in("data"), NULL); expect("realpath", in("data"), 0, 0, 0); free(found); }
    char *checked_path(const char *, char *, size_t);
    EACH(checked_path, "__realpath_chk") { f(in("data"), buffer, sizeof buffer); expect("realpath", in("data"), 0, 0, 0); }
    EACH(canonicalize_file_name, "canonicalize_file_name") {
        found = f(in("none"));
        expect("realpath", in("none"), 0, 0, ENOENT);
    }
}

static void names(void) {
    EACH(mkdir, "mkdir") { f(in("d"), 0700); expect("mkdir", in("d"), 0, 0, 0); }
    EACH(mkdirat, "mkdirat") { f(AT_FDCWD, in("d"), 0700); expect("mkdir", in("d"), 0, 0, EEXIST); }
    EACH(rmdir, "rmdir") { f(in("d")); expect("rmdir", in("d"), 0, 0, 0); }
    EACH(rename, "rename") { f(in("a"), in("c")); expect_second("rename", in("a"), in("c"), 0, 0); }
    EACH(renameat, "renameat") {
        f(AT_FDCWD, in("c"), AT_FDCWD, in("e"));
        expect_second("renameat", in("c"), in("e"), 0, 0);
    }
    EACH(renameat2, "renameat2") {
        f(AT_FDCWD, in("e"), AT_FDCWD, in("a"), 0);
        expect_second("renameat", in("e"), in("a"), 0, 0);
    }
    EACH(link, "link") { f(in("a"), in("l")); expect_second("link", in("a"), in("l"), 0, 0); }
    EACH(linkat, "linkat") {
        f(AT_FDCWD, in("a"), AT_FDCWD, in("l"), 0);
        expect_second("link", in("a"), in("l"), 0, EEXIST);
    }
    EACH(symlink, "symlink") { f("a", in("s")); expect_second("symlink", "a", in("s"), 0, 0); }
    EACH(symlinkat, "symlinkat") { f("b", AT_FDCWD, in("t")); expect_second("symlink", "b", in("t"), 0, 0); }
    EACH(readlink, "readlink") { f(in("s"), buffer, 10); expect("readlink", in("s"), 0, 0, 0); }
    ssize_t checked_link(const char *, char *, size_t, size_t);
    EACH(checked_link, "__readlink_chk") { f(in("s"), buffer, 10, sizeof buffer); expect("readlink", in("s"), 0, 0, 0); }
    EACH(readlinkat, "readlinkat") { f(AT_FDCWD, in("a"), buffer, 10); expect("readlink", in("a"), 0, 0, EINVAL); }
    ssize_t checked_link_at(int, const char *, char *, size_t, size_t);
    EACH(checked_link_at, "__readlinkat_chk") {
        f(AT_FDCWD, in("s"), buffer, 10, sizeof buffer);
        expect("readlink", in("s"), 0, 0, 0);
    }
    EACH(unlink, "unlink") { f(in("l")); expect("unlink", in("l"), 0, 0, 0); }
    EACH(unlinkat, "unlinkat") { f(AT_FDCWD, in("s"), 0); expect("unlinkat", in("s"), 0, 0, 0); }
    EACH(remove, "remove") { f(in("t")); expect("remove", in("t"), 0, 0, 0); }
    EACH(chmod, "chmod") { f(in("a"), 0600); expect("chmod", in("a"), 0, 0, 0); }
    EACH(chmod, "lchmod") { long result = f(in("a"), 0600); expect("chmod", in("a"), 0, 0, bad(result)); }
    EACH(fchmod, "fchmod") { f(fd, 0600); expect("chmod", in("data"), 0, 0, 0); }
    EACH(fchmodat, "fchmodat") { f(AT_FDCWD, in("a"), 0600, 0); expect("chmod", in("a"), 0, 0, 0); }
    EACH(chown, "chown", "lchown") { f(in("a"), (uid_t)-1, (gid_t)-1); expect("chown", in("a"), 0, 0, 0); }
    EACH(fchown, "fchown") { f(fd, (uid_t)-1, (gid_t)-1); expect("chown", in("data"), 0, 0, 0); }
    EACH(fchownat, "fchownat") { f(AT_FDCWD, in("a"), (uid_t)-1, (gid_t)-1, 0); expect("chown", in("a"), 0, 0, 0); }
    EACH(utime, "utime") { f(in("a"), NULL); expect("utimensat", in("a"), 0, 0, 0); }
    EACH(utimes, "utimes", "lutimes") { f(in("a"), NULL); expect("utimensat", in("a"), 0, 0, 0); }
    EACH(futimesat, "futimesat") { f(AT_FDCWD, in("a"), NULL); expect("utimensat", in("a"), 0, 0, 0); }
    EACH(utimensat, "utimensat") { f(AT_FDCWD, in("a"), NULL, 0); expect("utimensat", in("a"), 0, 0, 0); }
    EACH(futimes, "futimes") { f(fd, NULL); expect("utimensat", in("data"), 0, 0, 0); }
    EACH(futimens, "futimens") { f(fd, NULL); expect("utimensat", in("data"), 0, 0, 0); }
    // Relative names are relative to where the program is now.
    EACH(chdir, "chdir") { f(folder); expect("chdir", folder, 0, 0, 0); }
    access("data", R_OK);
    expect("access", in("data"), 0, 0, 0);
    access("none/../data", R_OK);
    expect("access", in("none/../data"), 0, 0, ENOENT);
    mkdir("below", 0700);
    expect("mkdir", in("below"), 0, 0, 0);
    chdir("below");
    expect("chdir", in("below"), 0, 0, 0);
    access("..//./data", R_OK);
    expect("access", in("data"), 0, 0, 0);
    int root = open("/", O_RDONLY);
    expect("open", "/", 0, good(root), 0);
    EACH(fchdir, "fchdir") { f(root); expect("chdir", "/", 0, 0, 0); }
    access("none-at-all", R_OK);
    expect("access", "/none-at-all", 0, 0, ENOENT);
    close(root);
    expect("close", "/", (number)root, 0, 0);
}

static void folders(void) {
    DIR *stream;
    EACH(opendir, "opendir") { stream = f(in("below")); expect("opendir", in("below"), 0, 0, 0); }
    EACH(readdir, "readdir", "readdir64") {
        errno = 55;
        f(stream);
        expect("readdir", in("below"), 0, 0, 0);
        if (errno != 55) abort();
    }
    struct dirent entry, *result;
    EACH(readdir_r, "readdir_r", "readdir64_r") { f(stream, &entry, &result); expect("readdir", in("below"), 0, 0, 0); }
    EACH(closedir, "closedir") { f(stream); expect("closedir", in("below"), 0, 0, 0); }
    int below = open(in("below"), O_RDONLY);
    expect("open", in("below"), 0, good(below), 0);
    EACH(fdopendir, "fdopendir") { stream = f(below); expect("opendir", in("below"), 0, 0, 0); }
    closedir(stream);
    expect("closedir", in("below"), 0, 0, 0);
    struct dirent **list;
    EACH(scandir, "scandir", "scandir64") { f(in("none"), &list, NULL, NULL); expect("scandir", in("none"), 0, 0, ENOENT); }
    EACH(scandirat, "scandirat", "scandirat64") {
        f(AT_FDCWD, in("none"), &list, NULL, NULL);
        expect("scandir", in("none"), 0, 0, ENOENT);
    }
    glob_t found;
    EACH(glob, "glob", "glob64") { f(in("d*"), 0, NULL, &found); expect("glob", in("d*"), 0, 0, 0); }
}

static void memory(void) {
    EACH(mmap, "mmap", "mmap64") {
        void *page = f(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        expect("mmap", in("data"), 0, 4096, 0);
        f(NULL, 4096, PROT_READ, 0, fd, 0);
        expect("mmap", in("data"), 0, 0, EINVAL);
        void *other = f(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // nothing
        EACH(msync, "msync") { f(page, 4096, MS_SYNC); expect("msync", in("data"), 0, 4096, 0); }
        EACH(munmap, "munmap") { f(page, 4096); expect("munmap", in("data"), 0, 4096, 0); }
        munmap(other, 4096); // nothing
    }
}

static void transfers(void) {
    int target = open(in("target"), O_RDWR | O_CREAT, 0600);
    expect("open", in("target"), O_RDWR | O_CREAT, good(target), 0);
    off_t from = 0;
    EACH(sendfile, "sendfile", "sendfile64") {
        from = 0;
        f(target, fd, &from, 100);
        expect_second("sendfile", in("data"), in("target"), 100, 0);
    }
    EACH(copy_file_range, "copy_file_range") {
        from = 0;
        long result = f(fd, &from, target, NULL, 100, 0);
        expect_second("copy_file_range", in("data"), in("target"), good(result), bad(result));
    }
    int pipes[2];
    if (pipe(pipes)) abort();
    EACH(splice, "splice") {
        from = 0;
        long result = f(fd, &from, pipes[1], NULL, 100, 0);
        expect_second("splice", in("data"), "", good(result), bad(result));
    }
    close(pipes[0]);
    close(pipes[1]);
    close(target);
    expect("close", in("target"), (number)target, 0, 0);
}

static void asynchronous(void) {
    struct aiocb request = {.aio_fildes = fd, .aio_buf = buffer, .aio_nbytes = 32, .aio_offset = 4};
    const struct aiocb *list[1] = {&request};
    struct aiocb *changing[1] = {&request};
    const char *reads[] = {"aio_read", "aio_read64"}, *writes[] = {"aio_write", "aio_write64"};
    const char *syncs[] = {"aio_fsync", "aio_fsync64"}, *waits[] = {"aio_suspend", "aio_suspend64"};
    const char *returns[] = {"aio_return", "aio_return64"}, *lists[] = {"lio_listio", "lio_listio64"};
    for (int index = 0; index < 2; index++) {
        EACH(aio_read, reads[index]) { f(&request); expect("aio_read", in("data"), 4, 32, 0); }
        while (aio_error(&request) == EINPROGRESS) usleep(100);
        EACH(aio_suspend, waits[index]) { f(list, 1, NULL); expect("aio_suspend", "", 0, 0, 0); }
        EACH(aio_return, returns[index]) { f(&request); expect("aio_return", in("data"), (number)fd, 32, 0); }
        EACH(aio_write, writes[index]) { f(&request); expect("aio_write", in("data"), 4, 32, 0); }
        while (aio_error(&request) == EINPROGRESS) usleep(100);
        aio_return(&request);
        expect("aio_return", in("data"), (number)fd, 32, 0);
        EACH(aio_fsync, syncs[index]) { f(O_SYNC, &request); expect("aio_fsync", in("data"), (number)fd, 0, 0); }
        while (aio_error(&request) == EINPROGRESS) usleep(100);
        aio_return(&request);
        expect("aio_return", in("data"), (number)fd, 0, 0);
        request.aio_lio_opcode = LIO_READ;
        EACH(lio_listio, lists[index]) {
            f(LIO_WAIT, changing, 1, NULL);
            expect("aio_read", in("data"), 4, 32, 0);
            expect("lio_listio", "", 0, 0, 0);
        }
    }
    // Not there, unless the program has the library.
    int any(void *, long, void *, void *, long);
    EACH(any, "io_submit") {
        long result = f(NULL, 0, NULL, NULL, 0);
        expect("io_submit", "", 0, 0, bad(result));
    }
    EACH(any, "io_uring_queue_init", "io_uring_queue_init_params", "io_uring_queue_init_mem", "io_uring_setup") {
        long result = f(NULL, 0, NULL, NULL, 0);
        expect("io_uring_setup", "", 0, 0, bad(result));
    }
}

static void by_number(void) {
    EACH(syscall, "syscall") {
        int other = (int)f(SYS_openat, AT_FDCWD, in("data"), O_RDWR, 0);
        expect("openat", in("data"), O_RDWR, good(other), bad(other));
        f(SYS_read, other, buffer, 5);
        expect("read", in("data"), (number)other, 5, 0);
        f(SYS_pwrite64, other, buffer, 5, 9);
        expect("pwrite", in("data"), 9, 5, 0);
        f(SYS_fsync, other);
        expect("fsync", in("data"), (number)other, 0, 0);
        f(SYS_close, other);
        expect("close", in("data"), (number)other, 0, 0);
        f(SYS_getpid); // nothing
    }
}

int main(int count, char **arguments) {
    folder = count > 1 ? arguments[1] : "/tmp";
    opening();
    fd = open(in("data"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    expect("open", in("data"), O_RDWR | O_CREAT | O_TRUNC, good(fd), 0);
    data();
    sizes();
    descriptors();
    questions();
    names();
    folders();
    memory();
    transfers();
    asynchronous();
    by_number();
    return 0;
}
