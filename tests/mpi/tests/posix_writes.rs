// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that write files without MPI: shells, tools and programs in C, C++, Fortran and Python do the same with
//! `thing:` and `remote:` names under `seaway run` as with local names without it.

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use mpi_tests::{
    Daemon, Installation, SecretFile, folder_in_memory, posix_library, program_source, seaway_library,
    seaway_program,
};
use tempfile::TempDir;

/// A place for files: a local directory, a space, or a directory that a daemon serves.
struct Target {
    kind: Kind,
    /// What names begin with.
    prefix: String,
    space: String,
    own: TempDir,
    secret: SecretFile,
    daemon: Option<Daemon>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Local,
    Thing,
    Remote,
}

impl Target {
    fn new(kind: Kind) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let space = format!("writes-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let (own, secret) = (folder_in_memory(), SecretFile::new());
        fs::create_dir(own.path().join("files")).expect("it can be made");
        let files = own.path().join("files");
        let daemon = (kind == Kind::Remote).then(|| Daemon::serve(&secret, &files));
        let prefix = match &daemon {
            None if kind == Kind::Thing => "thing:files/".to_owned(),
            None => format!("{}/", files.display()),
            Some(daemon) => format!("{}/", daemon.name_of(&files)),
        };
        Self { kind, prefix, space, own, secret, daemon }
    }

    fn devices() -> [Self; 2] {
        [Self::new(Kind::Thing), Self::new(Kind::Remote)]
    }

    fn name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// A command in an empty directory; under `seaway run` if the files are on a device.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        // Only a hang takes this long.
        let mut command = Command::new("timeout");
        command.arg("60");
        if self.kind != Kind::Local {
            command.arg(seaway_program()).arg("run");
        }
        command.arg(program.as_ref()).current_dir(self.own.path()).stdin(Stdio::null());
        self.environment(&mut command);
        command.env("P", &self.prefix).env("SOURCES", program_source("posix"));
        command
    }

    fn environment(&self, command: &mut Command) {
        command.env("SEAWAY_SPACE", &self.space).env("SEAWAY_SECRET_FILE", self.secret.path());
        command.env("SEAWAY_PROGRAM", seaway_program()).env("SEAWAY_LIBRARY", seaway_library());
        command
            .env("XDG_DATA_HOME", self.own.path().join("data"))
            .env("LC_ALL", "C")
            .env_remove("LD_PRELOAD");
    }

    /// What a script of a shell does: its output, and how it ended.
    fn script(&self, shell: &str, script: &str) -> String {
        let output = self.command(shell).args(["-c", script]).output().expect("the shell runs");
        self.said(&output)
    }

    fn said(&self, output: &Output) -> String {
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        format!("{text}{errors}{:?}", output.status).replace(&self.prefix, "")
    }

    /// The bytes of a file, without the library. `None`: there is none.
    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        if self.kind != Kind::Thing {
            return fs::read(self.own.path().join("files").join(name)).ok();
        }
        let copy = self.own.path().join("copy");
        let _ = fs::remove_file(&copy);
        let copied = self.seaway(&["things", "cp", &self.name(name), copy.to_str().expect("UTF-8")]);
        if copied.status.success() { fs::read(copy).ok() } else { None }
    }

    fn seaway(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(seaway_program());
        self.environment(command.args(arguments).stdin(Stdio::null()));
        command.output().expect("seaway runs")
    }

    fn is_complete(&self, name: &str) -> bool {
        let listed = self.seaway(&["things", "ls"]);
        let listed = String::from_utf8_lossy(&listed.stdout);
        let line = listed.lines().find(|line| line.ends_with(&format!(" files/{name}")));
        line.unwrap_or_else(|| panic!("{name} is not in {listed}")).contains(" complete ")
    }

    /// Nothing is left in the directory that commands run in.
    fn is_clean(&self) -> bool {
        let names = fs::read_dir(self.own.path())
            .expect("it is there")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| !["files", "data", "copy"].contains(&&**name)).count() == 0
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.kind == Kind::Thing {
            self.seaway(&["space", "stop", "--force", "--patience", "0"]);
        }
    }
}

/// Each leaves the file `x`.
const SCRIPTS: &[&str] = &[
    "cp $SOURCES/writes.c ${P}x; cp /proc/version ${P}y; cp ${P}y ${P}x; cmp ${P}x ${P}y; rm ${P}y",
    "cp $SOURCES/writes.c ${P}x; cp ${P}x ${P}x; cp ${P}x ${P}y; cmp $SOURCES/writes.c ${P}y && mv ${P}y ${P}x",
    "cat $SOURCES/*.c > ${P}x; md5sum < ${P}x; md5sum ${P}x | cut -c1-32",
    "dd if=$SOURCES/writes.c of=${P}x bs=1000 status=none; printf 0123456789 | dd of=${P}x conv=notrunc seek=3 bs=10 status=none",
    "printf abc | dd of=${P}x status=none; printf def | dd of=${P}x oflag=append conv=notrunc status=none; cat ${P}x",
    "dd if=/dev/zero of=${P}x bs=1M count=3 conv=fsync status=none; truncate -s 2000000 ${P}x; stat -c %s ${P}x",
    "tar --force-local -cf ${P}x -C $SOURCES . && tar --force-local -tf ${P}x | sort && tar --force-local -df ${P}x -C $SOURCES",
    "gzip -nc $SOURCES/writes.c > ${P}x; gzip -dc < ${P}x | cmp - $SOURCES/writes.c && gzip -l < ${P}x | wc -l",
    "cp $SOURCES/writes.c ${P}x; sed -i s/write/WRITE/ ${P}x; head -n 5 ${P}x; tail -n 2 ${P}x; grep -c WRITE ${P}x",
    "echo here > local; rm -f ${P}x; mv local ${P}x; cat ${P}x; mv ${P}x local; cat local; mv local ${P}x",
    "tee ${P}x < /proc/version; echo more | tee -a ${P}x; wc -c ${P}x",
    "head -c 100 $SOURCES/writes.c > ${P}x; head -c 5 < ${P}x; tail -c 5 ${P}x; wc -l < ${P}x",
    "echo one > ${P}x; echo two >> ${P}x; { echo three; cat /proc/version; echo four; } >> ${P}x; cat < ${P}x",
    "( echo one; /bin/echo two; printf '%s\\n' three ) > ${P}x; while read word; do echo \"read $word\"; done < ${P}x",
    "exec 3> ${P}x; echo a >&3; cat /proc/version >&3; exec 4>&3 3>&-; echo b >&4; exec 4>&-; cat ${P}x",
    "exec > ${P}x; echo a; /bin/echo b; exec cat /proc/version",
    "cat $SOURCES/missing 2> ${P}x; cat $SOURCES/missing >> ${P}x 2>&1; wc -l < ${P}x",
    "sort -r $SOURCES/writes.c > ${P}x; sort < ${P}x | md5sum; awk '{print NR, length}' ${P}x | tail -n 3",
    "awk '{print NR}' $SOURCES/writes.c > ${P}x; sed -n 3,5p < ${P}x; cut -c1 ${P}x | uniq -c | tail -n 1",
    "echo first > ${P}x; : > ${P}x; test -e ${P}x && echo there; test -s ${P}x || echo empty; test -f ${P}x && echo file",
    "touch ${P}x; test -w ${P}x && echo writable; stat -c '%s %F' ${P}x; rm ${P}x; test -e ${P}x || echo gone; true > ${P}x",
    "(for i in $(seq 20); do echo $i; done & for i in $(seq 20); do /bin/echo $i; done; wait) > ${P}y; sort -n ${P}y > ${P}x; rm ${P}y",
    "for i in 1 2 3; do (for j in $(seq 20); do /bin/echo $i.$j >> ${P}y; done) & done; wait; sort ${P}y > ${P}x; rm ${P}y",
    "cat $SOURCES/writes.c | tr a-z A-Z | cat > ${P}x; cat ${P}x | head -n 3 | tail -n 1",
    "yes | head -c 3000000 > ${P}x; split -n 2 ${P}x part; md5sum part*; rm part*",
    "python3 -c 'print(1)' > ${P}x; perl -e 'print \"p\\n\"' >> ${P}x; cat ${P}x; rm ${P}missing; true",
];

#[test]
fn scripts_do_the_same_there_as_here() {
    let here = Target::new(Kind::Local);
    for there in Target::devices() {
        for shell in ["bash", "dash"] {
            for script in SCRIPTS {
                let (expected, found) = (here.script(shell, script), there.script(shell, script));
                assert_eq!(found, expected, "{:?}, {shell}: {script}", there.kind);
                let (expected, found) = (here.bytes("x"), there.bytes("x"));
                assert!(expected.is_some() && found == expected, "{:?}, {shell}: {script}", there.kind);
                assert!(there.is_clean(), "{:?}, {shell}: {script}", there.kind);
                if there.kind == Kind::Thing {
                    assert!(there.is_complete("x"), "{shell}: {script}");
                }
            }
        }
    }
}

#[test]
fn bash_s_own_redirections() {
    let here = Target::new(Kind::Local);
    let scripts = [
        "rm -f ${P}x; set -C; echo a > ${P}x; echo b > ${P}x; echo c >| ${P}x; cat ${P}x",
        "cat &> ${P}x < /proc/version; exec 5<> ${P}x; read -u 5 word rest; echo $word; echo changed >&5; exec 5>&-; cat ${P}x",
        "mapfile -t lines < $SOURCES/writes.c; printf '%s\\n' \"${lines[@]}\" > ${P}x; cmp ${P}x $SOURCES/writes.c && echo same",
        "cat <(cat /proc/version) > ${P}x; cat ${P}x",
    ];
    for there in Target::devices() {
        for script in scripts {
            let (expected, found) = (here.script("bash", script), there.script("bash", script));
            assert_eq!(found, expected, "{:?}: {script}", there.kind);
            assert_eq!(here.bytes("x"), there.bytes("x"), "{:?}: {script}", there.kind);
        }
    }
}

#[test]
fn python_s_files() {
    let here = Target::new(Kind::Local);
    let program = r#"
import os, shutil, subprocess
name = os.environ["P"] + "x"
with open(name, "w") as file:
    file.write("text " * 100000)
with open(name, "r+b") as file:
    file.seek(5)
    file.write(b"TEXT")
    file.seek(0)
    print(file.read(20), file.seek(0, 2))
with open(name, "ab", buffering=0) as file:
    file.write(b"at the end")
    file.truncate(400000)
    print(os.fstat(file.fileno()).st_size, file.tell())
with open(name, "a") as file:
    subprocess.run(["echo", "a child's"], stdout=file, check=True)
    subprocess.run("echo another | cat", shell=True, stdout=file, check=True)
shutil.copyfile(name, name + ".copy")
print(open(name + ".copy", "rb").read() == open(name, "rb").read(), os.path.getsize(name), os.path.exists(name))
os.replace(name + ".copy", name)
print(os.path.exists(name + ".copy"))
try:
    open(name, "x")
except FileExistsError as error:
    print("exists", error.errno)
"#;
    for there in Target::devices() {
        let run = |target: &Target| {
            let output = target.command("python3").args(["-c", program]).output().expect("Python runs");
            target.said(&output)
        };
        assert_eq!(run(&there), run(&here), "{:?}", there.kind);
        assert_eq!(there.bytes("x"), here.bytes("x"), "{:?}", there.kind);
    }
}

#[test]
fn every_way_of_writing_writes_the_same_there_as_here() {
    let installation = Installation::named("debian-openmpi");
    let plain = installation.compile_c("posix/writes.c", &["-Wno-unused-result"]);
    let checked =
        ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-D_FILE_OFFSET_BITS=64", "-Wno-unused-result"];
    let checked = installation.compile_c("posix/writes.c", &checked);
    for program in [plain, checked] {
        let here = run_with_name(&Target::new(Kind::Local), &program);
        for there in Target::devices() {
            assert_eq!(run_with_name(&there, &program), here, "{:?}", there.kind);
        }
    }
}

#[test]
fn fortran_s_units() {
    let program = Installation::named("debian-openmpi").compile_fortran("posix/units.f90", &[]);
    let here = Target::new(Kind::Local);
    let expected = run_with_name(&here, &program);
    for there in Target::devices() {
        assert_eq!(run_with_name(&there, &program), expected, "{:?}", there.kind);
        assert_eq!(there.bytes("x"), here.bytes("x"), "{:?}", there.kind);
    }
}

/// C++ finds its streams before `main`.
#[test]
fn output_of_cpp_programs() {
    let folder = folder_in_memory();
    let program = compiled(folder.path(), "output.cc", &[]);
    let here = Target::new(Kind::Local);
    let script = format!("{} > ${{P}}x 2>&1; echo $?; md5sum < ${{P}}x", program.display());
    let expected = here.script("bash", &script);
    for there in Target::devices() {
        assert_eq!(there.script("bash", &script), expected, "{:?}", there.kind);
    }
}

fn run_with_name(target: &Target, program: &Path) -> String {
    target.said(&target.command(program).arg(target.name("x")).output().expect("it runs"))
}

fn compiled(folder: &Path, source: &str, options: &[&str]) -> PathBuf {
    let program = folder.join("program");
    let compiler = if source.ends_with(".cc") { "g++" } else { "gcc" };
    let mut command = Command::new(compiler);
    command.arg("-O1").args(options).arg("-o").arg(&program).arg(program_source("posix").join(source));
    assert!(command.status().expect("there is a compiler").success(), "{command:?}");
    program
}

#[test]
fn full_node_is_an_error_of_the_program() {
    let target = Target::new(Kind::Thing);
    let started = target.seaway(&["space", "start", "--memory", "2m"]);
    assert!(started.status.success(), "{started:?}");
    let check = |script: &str, expected: &str| {
        let said = target.script("bash", script);
        assert!(said.contains(expected), "{script}: {said}");
    };
    let full = "No space left on device";
    check("head -c 8m /dev/zero > ${P}x; echo $?", full);
    check("rm ${P}x; cp $SOURCES/writes.c ${P}x && dd if=/dev/zero of=${P}y bs=64k count=100 2>&1", full);
    check("rm -f ${P}y; sort -R <(seq 900000) > ${P}y || echo failed", full);
    check(
        "rm -f ${P}y; python3 -c 'open(\"thing:files/y\", \"w\").write(\"x\" * 9000000)'",
        "OSError: [Errno 28]",
    );
    check("rm -f ${P}y; for i in {1..40000}; do printf '%0100d' 1 || break; done > ${P}y", full);
    // What was there before is unaffected.
    check("cmp ${P}x $SOURCES/writes.c && rm ${P}y && echo fits > ${P}y && cat ${P}y", "fits");
}

/// These reach no function of the library: bytes must not vanish, and nobody must wait.
#[test]
fn programs_that_cannot_write_fail() {
    let folder = folder_in_memory();
    let program = compiled(folder.path(), "ways.c", &["-static"]);
    for target in Target::devices() {
        let check = |script: &str, expected: &str| {
            let said = target.script("bash", &script.replace("STATIC", &program.to_string_lossy()));
            assert!(said.contains(expected) && !said.contains("unix_wait_status(31744)"), "{script}: {said}");
        };
        check("env -i cat /proc/version > ${P}x; echo code $?", "code 1");
        check("STATIC write > ${P}x; echo code $?", "code 1");
        let long = "n".repeat(240);
        check(&format!("echo a > ${{P}}{long} && cat ${{P}}{long}"), "a\n");
        check(&format!("cat /proc/version > ${{P}}{long}; echo code $?"), "File name too long");
        check(&format!("cat < ${{P}}{long}; echo code $?"), "File name too long");
        check("echo a > ${P}x; exec 3< ${P}x; echo b >&3; cat ${P}x", "Bad file descriptor");
        check(
            "python3 -c 'import mmap; f = open(\"'${P}'x\", \"r+b\"); mmap.mmap(f.fileno(), 0)'",
            "Permission denied",
        );
        let mut verbose = Command::new("timeout");
        verbose.arg("60").arg(seaway_program()).args(["run", "-v", "bash", "-c"]);
        verbose.arg(format!("cat /proc/version > {}", target.name(&long))).current_dir(target.own.path());
        target.environment(&mut verbose);
        let said = target.said(&verbose.output().expect("it runs"));
        assert!(said.contains("seaway: cannot reopen an inherited file"), "{said}");
    }
}

#[test]
fn reader_waits_until_the_command_has_ended() {
    let target = Target::new(Kind::Thing);
    let mut reader = target.command("cat");
    let mut reader = reader.arg(target.name("x")).env("SEAWAY_HINTS", "seaway_thing_wait=closed");
    reader = reader.stdout(Stdio::piped());
    let mut reader = reader.spawn().expect("it runs");
    // The shell becomes the first command, and begins to write before it becomes the second.
    target.script("bash", "{ echo one; sleep 0.2; /bin/echo two; } > ${P}x");
    let mut read = String::new();
    reader.stdout.take().expect("it is piped").read_to_string(&mut read).expect("text");
    assert_eq!((&*read, reader.wait().expect("it ends").code()), ("one\ntwo\n", Some(0)));
    target.script("bash", "exec > ${P}y; echo one; exec echo two");
    assert!(target.is_complete("y"));
    assert_eq!(target.bytes("y").as_deref(), Some(&b"one\ntwo\n"[..]));
}

/// The recorder starts with the C library, and the standard streams are replaced before that.
#[test]
fn commands_that_are_traced_write_the_same() {
    let recorder = posix_library();
    for target in Target::devices() {
        let traces = folder_in_memory();
        let mut command = Command::new("timeout");
        command
            .arg("60")
            .arg(seaway_program())
            .arg("run")
            .arg(format!("--trace={}", traces.path().display()));
        command.args([
            "bash",
            "-c",
            "awk 'BEGIN { print 7 }' > ${P}x; cat /proc/version >> ${P}x; sort < ${P}x | md5sum",
        ]);
        command
            .env("P", &target.prefix)
            .env("SEAWAY_POSIX_LIBRARY", &recorder)
            .current_dir(target.own.path());
        target.environment(&mut command);
        let output = command.output().expect("it runs");
        let expected = Target::new(Kind::Local).script("bash", "(echo 7; cat /proc/version) | sort | md5sum");
        assert!(
            expected.starts_with(&*String::from_utf8_lossy(&output.stdout)),
            "{:?}: {output:?}",
            target.kind
        );
        assert!(output.status.success() && !output.stdout.is_empty(), "{:?}: {output:?}", target.kind);
        let count = fs::read_dir(traces.path()).expect("it is there").count();
        assert!(count >= 4, "{:?}: only {count} processes were recorded", target.kind);
    }
}

/// The shell has opened it, so the command's own variable does not matter.
#[test]
fn command_writes_to_the_space_of_its_shell() {
    let target = Target::new(Kind::Thing);
    assert_eq!(
        target.script(
            "bash",
            "env SEAWAY_SPACE=another cat /proc/version > ${P}x; cmp ${P}x /proc/version && echo same"
        ),
        "same\nExitStatus(unix_wait_status(0))"
    );
}

#[test]
fn killed_writer_keeps_what_its_calls_have_written() {
    let script = "python3 -uc 'import os, signal; os.write(1, b\"x\" * 100); os.kill(os.getpid(), signal.SIGKILL)' > ${P}x";
    for target in Target::devices() {
        let output = target.command("bash").args(["-c", script]).output().expect("it runs");
        let status = output.status;
        assert!(status.signal() == Some(9) || status.code() == Some(137), "{output:?}");
        assert_eq!(target.bytes("x").map(|bytes| bytes.len()), Some(100), "{:?}", target.kind);
        if target.kind == Kind::Thing {
            assert!(!target.is_complete("x"), "it was killed");
        }
    }
}

#[test]
fn silent_daemon_is_an_error_of_the_program() {
    let target = Target::new(Kind::Remote);
    let daemon = target.daemon.as_ref().expect("it is there").process();
    let script = format!(
        "exec 3> ${{P}}x; echo a >&3; kill -STOP {daemon}; /bin/echo b >&3; echo code $?; kill -CONT {daemon}"
    );
    let mut command = target.command("bash");
    let output = command.args(["-c", &script]).env("SEAWAY_HINTS", "seaway_timeout=1").output();
    let said = target.said(&output.expect("it runs"));
    assert!(said.contains("write error") && said.contains("code 1"), "{said}");
}
