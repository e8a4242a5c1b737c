// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records in a folder of their own: live, stale and broken ones.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use seaway_messages::Side;

use super::*;

const LONG: Duration = Duration::from_secs(30);

const NAME: &str = "a/field of ä";

struct Case {
    folder: tempfile::TempDir,
    places: Folder,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { places: Folder::new(folder.path().to_owned(), LONG), folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(names::file(NAME))
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.folder).unwrap().count()
    }

    /// Leaves a record as a killed program does.
    fn leave(&self, change: impl FnOnce(&mut Record)) {
        let mut record = Record::new(NAME, &contact()).unwrap();
        change(&mut record);
        write_new(&self.path(), &record.to_text()).unwrap();
    }
}

fn contact() -> Contact {
    Contact {
        side: Side::Writer,
        program: "sim 1\n".into(),
        rank: 0,
        host_name: host_name(),
        pid: std::process::id(),
        host: host_id().unwrap(),
        unix: "seaway-mxn-0-x".into(),
        tcp: vec!["10.0.0.1:7".parse().unwrap(), "[2001:db8::1]:7".parse().unwrap()],
    }
}

/// The number of a process that has ended.
fn ended_process() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn record_is_found_until_it_is_taken_away() {
    let case = Case::new();
    assert_eq!(case.places.look_up(NAME).unwrap(), None);
    let guard = case.places.announce(NAME, &contact()).unwrap();
    assert_eq!(fs::metadata(case.path()).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(case.places.look_up(NAME).unwrap(), Some(contact()));
    assert_eq!(case.places.look_up("another").unwrap(), None);
    let error = case.places.announce(NAME, &contact()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileInUse);
    assert!(error.to_string().contains("rank 0 of sim"), "{error}");
    drop(guard);
    assert_eq!(case.files(), 0);
}

#[test]
fn stale_records_are_known_and_taken_away() {
    let check = |change: fn(&mut Record)| {
        let case = Case::new();
        case.leave(change);
        assert_eq!(case.places.look_up(NAME).unwrap(), None);
        assert_eq!(case.files(), 0, "nobody will meet this one again");
        case.leave(change);
        let guard = case.places.announce(NAME, &contact()).unwrap();
        assert_eq!(case.places.look_up(NAME).unwrap(), Some(contact()));
        drop(guard);
        assert_eq!(case.files(), 0);
    };
    check(|record| record.contact.pid = ended_process());
    check(|record| record.start_time -= 1);
}

#[test]
fn record_of_a_host_that_was_booted_again_makes_way() {
    let case = Case::new();
    case.leave(|record| {
        record.contact.host.boot[0] ^= 1;
        record.contact.tcp.clear();
    });
    assert!(case.places.look_up(NAME).unwrap().is_some(), "readers find out by connecting");
    case.places.announce(NAME, &contact()).unwrap();
}

#[test]
fn record_of_another_host_is_asked_for_its_life() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let case = Case::new();
    let elsewhere = |record: &mut Record| {
        record.contact.host.boot[0] ^= 1;
        record.contact.host_name = "elsewhere".into();
        record.contact.tcp = vec![address];
    };
    case.leave(elsewhere);
    let error = case.places.announce(NAME, &contact()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileInUse, "it answers");
    drop(listener);
    case.places.announce(NAME, &contact()).unwrap();

    case.leave(|record| {
        elsewhere(record);
        record.contact.tcp.clear();
    });
    let error = case.places.announce(NAME, &contact()).unwrap_err();
    assert!(error.to_string().contains("if that process has ended, remove"), "{error}");
}

#[test]
fn process_of_another_namespace_is_not_judged_by_its_number() {
    let case = Case::new();
    case.leave(|record| {
        record.contact.pid = ended_process();
        record.process_namespace += 1;
    });
    assert!(case.places.look_up(NAME).unwrap().is_some());
}

#[test]
fn guard_leaves_a_record_that_is_not_its_own() {
    let case = Case::new();
    let guard = case.places.announce(NAME, &contact()).unwrap();
    fs::remove_file(case.path()).unwrap();
    case.leave(|record| record.contact.unix = "another".into());
    drop(guard);
    assert_eq!(case.places.look_up(NAME).unwrap().unwrap().unix, "another");
    assert_eq!(case.files(), 1);
}

#[test]
fn broken_records_and_folders_are_said() {
    let case = Case::new();
    let whole = Record::new(NAME, &contact()).unwrap().to_text();
    assert!(Record::parse(&whole).is_some());
    for len in 0..whole.len() {
        assert_eq!(Record::parse(&whole[..len]), None, "cut at {len}");
    }
    fs::write(case.path(), &whole[..50]).unwrap();
    assert!(case.places.look_up(NAME).unwrap_err().to_string().contains("was not written by this version"));
    let missing = Folder::new(case.folder.path().join("missing"), LONG);
    let error = missing.announce(NAME, &contact()).unwrap_err();
    assert!(error.kind() == ErrorKind::Io && error.to_string().contains("SEAWAY_DIR"), "{error}");
    assert_eq!(missing.look_up(NAME).unwrap(), None, "the folder may come with the writer");
}
