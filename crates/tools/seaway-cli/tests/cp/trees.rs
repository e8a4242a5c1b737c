// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a copy keeps, within this machine, to a node and back.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::{Site, left_over, random};

/// A tree with everything that is hard to copy.
fn make_tree(root: &Path) {
    fs::create_dir_all(root.join("deep/er")).unwrap();
    fs::write(root.join("empty"), b"").unwrap();
    random(&root.join("large"), 3 << 20, 1);
    random(&root.join("deep/er/small"), 1000, 2);
    fs::write(root.join("-r"), b"dash").unwrap();
    fs::write(root.join("line\nbreak"), b"newline").unwrap();
    fs::write(root.join(OsStr::from_bytes(b"not-utf8-\xff\xfe")), b"bytes").unwrap();
    fs::write(root.join("n".repeat(255)), b"long").unwrap();
    symlink("../nowhere", root.join("deep/link")).unwrap();
    fs::hard_link(root.join("large"), root.join("deep/same")).unwrap();
    fs::set_permissions(root.join("-r"), Permissions::from_mode(0o751)).unwrap();
    let sparse = File::create(root.join("sparse")).unwrap();
    sparse.set_len(8 << 20).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&sparse, b"in the middle", 4 << 20).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 123_456_789);
    for name in ["large", "-r", "deep", "sparse"] {
        File::open(root.join(name)).unwrap().set_modified(old).unwrap();
    }
}

fn same(from: &Path, to: &Path) {
    let (one, other) = (fs::symlink_metadata(from).unwrap(), fs::symlink_metadata(to).unwrap());
    assert_eq!(one.file_type(), other.file_type(), "{to:?}");
    if one.is_symlink() {
        return assert_eq!(fs::read_link(from).unwrap(), fs::read_link(to).unwrap());
    }
    assert_eq!(one.mode(), other.mode(), "{to:?}");
    assert_eq!((one.mtime(), one.mtime_nsec()), (other.mtime(), other.mtime_nsec()), "{to:?}");
    if one.is_dir() {
        let names = |path: &Path| {
            let mut names: Vec<_> =
                fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(from), names(to), "{to:?}");
        names(from).iter().for_each(|name| same(&from.join(name), &to.join(name)));
    } else {
        assert!(fs::read(from).unwrap() == fs::read(to).unwrap(), "{to:?}");
        assert!(other.blocks() <= one.blocks() + 16, "{to:?} has lost its holes");
    }
}

fn check(source: &Path, copy: &Path) {
    same(source, copy);
    let inode = |name: &str| fs::metadata(copy.join(name)).unwrap().ino();
    assert_eq!(inode("large"), inode("deep/same"), "they are one file");
    assert_eq!(left_over(copy), 0);
}

#[test]
fn tree_is_the_same_here_at_a_node_and_back() {
    let site = Site::new();
    make_tree(&site.path("source"));
    site.succeeds(&["-r", "source", "copy"]);
    check(&site.path("source"), &site.path("copy"));
    let node = site.node("node");
    let there = format!("{}:{}/", node.address, site.path("node").display());
    site.succeeds(&["-r", "source", &there]);
    check(&site.path("source"), &site.path("node/source"));
    site.succeeds(&["-r", &format!("{there}source"), "back"]);
    check(&site.path("source"), &site.path("back"));
}

#[test]
fn filters_delete_and_resume_do_what_they_say() {
    let site = Site::new();
    make_tree(&site.path("source"));
    site.succeeds(&["-r", "--exclude", "large", "--exclude", "*utf8*", "source", "copy"]);
    assert!(!site.path("copy/large").exists() && site.path("copy/empty").exists());
    fs::write(site.path("copy/old"), b"old").unwrap();
    fs::create_dir(site.path("copy/deep/gone")).unwrap();
    fs::write(site.path("copy/deep/gone/x"), b"").unwrap();
    fs::create_dir(site.path("into")).unwrap();
    fs::rename(site.path("copy"), site.path("into/source")).unwrap();
    site.succeeds(&["-r", "--delete", "source", "into/"]);
    check(&site.path("source"), &site.path("into/source"));
    // Nothing is written again: the inodes stay.
    let before = fs::metadata(site.path("into/source/sparse")).unwrap().ino();
    site.succeeds(&["-r", "--resume", "source", "into/"]);
    assert_eq!(fs::metadata(site.path("into/source/sparse")).unwrap().ino(), before);
    // The same size and time, but other content: only the checksums tell.
    let old = fs::metadata(site.path("source/large")).unwrap().modified().unwrap();
    let mut content = fs::read(site.path("source/large")).unwrap();
    content[1 << 20] ^= 1;
    fs::write(site.path("source/large"), &content).unwrap();
    File::options().write(true).open(site.path("source/large")).unwrap().set_modified(old).unwrap();
    site.succeeds(&["--checksum", "source/large", "into/source/large"]);
    assert!(fs::read(site.path("into/source/large")).unwrap() == content);
}

#[test]
fn mistakes_are_refused_with_a_way_out() {
    let site = Site::new();
    fs::create_dir_all(site.path("dir/inside")).unwrap();
    fs::write(site.path("file"), b"x").unwrap();
    site.fails(&["", "copy"], 2, "empty");
    site.fails(&["file", ""], 2, "empty");
    site.fails(&["file", "file"], 2, "same file");
    site.fails(&["file", "./"], 2, "same file");
    site.fails(&["-r", "dir", "dir/inside/"], 2, "into itself");
    site.fails(&["dir", "copy"], 1, "-r");
    site.fails(&["missing", "copy"], 1, "missing");
    site.fails(&["file", "no/such/copy"], 1, "does not exist");
    site.fails(&["file", "n[1-:/tmp"], 2, "not closed");
    site.fails(&["file", "127.0.0.1:1:/tmp/"], 1, "127.0.0.1:1");
    site.fails(&["--exclude", "", "file", "copy"], 2, "pattern");
    site.fails(&["file", "missing", "dir/"], 3, "missing");
    assert!(site.path("dir/file").exists());
}

/// The end of a copy is never missed, however quick it is.
#[test]
fn every_copy_ends() {
    let site = Site::new();
    let content = random(&site.path("file"), 1 << 20, 9);
    for round in 0..30 {
        let copy = format!("copy{round}");
        site.succeeds(&["file", &copy]);
        assert!(fs::read(site.path(&copy)).unwrap() == content);
    }
}

#[test]
fn dry_run_copies_nothing() {
    let site = Site::new();
    fs::write(site.path("file"), b"12345").unwrap();
    let output = site.cp(&["-n", "file", "copy"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "file (5 bytes)\n1 files, 5 bytes\n");
    assert!(!site.path("copy").exists());
}
