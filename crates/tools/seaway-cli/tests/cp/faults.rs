// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sources that change, links in the target, folders without permission, names that other copies use.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Site, left_over, random};

#[test]
fn links_beneath_the_target_lead_nowhere() {
    let site = Site::new();
    fs::create_dir_all(site.path("source/sub")).unwrap();
    fs::write(site.path("source/sub/file"), b"new").unwrap();
    fs::write(site.path("source/plain"), b"new").unwrap();
    let outside = site.path("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("precious"), b"old").unwrap();
    let node = site.node("node");
    for target in ["node/source", "here/source"] {
        fs::create_dir_all(site.path(target)).unwrap();
        symlink(&outside, site.path(target).join("sub")).unwrap();
        symlink(outside.join("precious"), site.path(target).join("plain")).unwrap();
    }
    let there = format!("{}:{}/", node.address, site.path("node").display());
    for (to, copy) in [(there.as_str(), "node/source"), ("here/", "here/source")] {
        site.fails(&["-r", "source", to], 3, "symbolic link");
        // A link with the name of a file is replaced, not followed.
        assert_eq!(fs::read(site.path(copy).join("plain")).unwrap(), b"new");
    }
    assert_eq!(fs::read(outside.join("precious")).unwrap(), b"old");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1, "nothing was written there");
}

#[test]
fn targets_outside_the_export_are_refused() {
    let site = Site::new();
    fs::write(site.path("file"), b"x").unwrap();
    let node = site.node("node");
    let address = node.address;
    site.fails(&["file", &format!("{address}:{}/", site.path("other").display())], 1, "outside the exported");
    site.fails(&["file", &format!("{address}:{}/../", site.path("node").display())], 1, "");
    site.fails(&[&format!("{address}:{}", site.path("file").display()), "copy"], 1, "outside the exported");
    assert!(!site.path("copy").exists());
}

/// Another program replaces the file again and again.
#[test]
fn source_that_changes_gives_the_old_or_the_new_content() {
    let site = Site::new();
    let size = 4 << 20;
    let stop = AtomicBool::new(false);
    fs::write(site.path("file"), vec![0_u8; size]).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in (1..=250_u8).cycle() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                fs::write(site.path("next"), vec![round; size]).unwrap();
                fs::rename(site.path("next"), site.path("file")).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
        });
        // The writer ends even if a check fails.
        let copies: Vec<_> = (0..6)
            .map(|_| (site.cp(&["file", "copy"]), fs::read(site.path("copy")).unwrap_or_default()))
            .collect();
        stop.store(true, Ordering::Relaxed);
        for (output, copy) in copies {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() || text.contains("keeps changing"), "{output:?}");
            let is_one = copy.len() == size && copy.iter().all(|byte| *byte == copy[0]);
            assert!(is_one || copy.is_empty(), "a mix");
        }
    });
    assert_eq!(left_over(site.path("").as_path()), 0);
}

#[test]
fn directory_in_the_way_is_an_error_of_that_name_alone() {
    let site = Site::new();
    random(&site.path("a"), 300_000, 5);
    random(&site.path("b"), 10, 6);
    fs::create_dir_all(site.path("to/a")).unwrap();
    site.fails(&["a", "b", "to/"], 3, "a directory of that name");
    assert!(site.path("to/b").is_file() && site.path("to/a").is_dir());
}
