// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls that are hooked for the sake of their names: a trace has no event for them.
#include "expect.h"
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/xattr.h>

static char buffer[4096];

int main(int count, char **words) {
    if (count > 1) folder = words[1];
    EACH(getcwd, "getcwd") { f(buffer, sizeof buffer); }
    char *checked_directory(char *, size_t, size_t);
    EACH(checked_directory, "__getcwd_chk") { f(buffer, 10, sizeof buffer); }
    EACH(get_current_dir_name, "get_current_dir_name") { free(f()); }
    EACH(getxattr, "getxattr", "lgetxattr") { f(in("data"), "user.x", buffer, 10); }
    EACH(listxattr, "listxattr", "llistxattr") { f(in("data"), buffer, 10); }
    EACH(setxattr, "setxattr", "lsetxattr") { f(in("none"), "user.x", "", 0, 0); }
    EACH(removexattr, "removexattr", "lremovexattr") { f(in("none"), "user.x"); }
    EACH(pathconf, "pathconf") { f(in("data"), _PC_NAME_MAX); }
    EACH(inotify_add_watch, "inotify_add_watch") { f(-1, in("data"), IN_OPEN); }
    EACH(mkfifo, "mkfifo") { f(in("data"), 0600); }
    EACH(mkfifoat, "mkfifoat") { f(AT_FDCWD, in("data"), 0600); }
    EACH(mknod, "mknod") { f(in("data"), S_IFREG | 0600, 0); }
    EACH(mknodat, "mknodat") { f(AT_FDCWD, in("data"), S_IFREG | 0600, 0); }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    EACH(posix_spawn_file_actions_addopen, "posix_spawn_file_actions_addopen") {
        f(&actions, 0, "/dev/null", O_RDONLY, 0);
    }
    EACH(posix_spawn_file_actions_addchdir_np, "posix_spawn_file_actions_addchdir_np") { f(&actions, "/"); }
    posix_spawn_file_actions_destroy(&actions);
    return 0;
}
