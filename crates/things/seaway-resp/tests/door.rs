// SPDX-License-Identifier: MIT OR Apache-2.0
//! A door with an agent in this process: what clients say over sockets, and what they get.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use agent_here::AgentHere;
use seaway_device_api::Hints;
use seaway_resp::{Door, DoorOptions};
use seaway_things::{Kind, Space};

const PASSWORD: &str = "open";
/// A test that waits this long has failed.
const LONG: Duration = Duration::from_secs(60);

struct Client<S>(S);

impl<S: Read + Write> Client<S> {
    /// Sends a request and returns the reply, its line ends shown as `|`.
    fn ask(&mut self, words: &[&str]) -> String {
        self.send(words);
        self.reply()
    }

    fn send(&mut self, words: &[&str]) {
        let mut request = format!("*{}\r\n", words.len());
        words.iter().for_each(|word| request += &format!("${}\r\n{word}\r\n", word.len()));
        self.0.write_all(request.as_bytes()).unwrap();
    }

    fn reply(&mut self) -> String {
        let line = self.line();
        let number = || line[1..].parse::<i64>().unwrap();
        match line.as_bytes()[0] {
            b'$' if number() >= 0 => {
                let mut value = vec![0; usize::try_from(number()).unwrap() + 2];
                self.0.read_exact(&mut value).unwrap();
                String::from_utf8(value[..value.len() - 2].to_vec()).unwrap()
            }
            b'$' => "(nil)".to_owned(),
            b'*' => (0..number()).map(|_| self.reply()).collect::<Vec<_>>().join(" "),
            _ => line,
        }
    }

    fn line(&mut self) -> String {
        let mut line = Vec::new();
        while !line.ends_with(b"\r\n") {
            let mut byte = [0];
            self.0.read_exact(&mut byte).unwrap();
            line.push(byte[0]);
        }
        String::from_utf8(line).unwrap().trim_end().to_owned()
    }

    /// Whether the door has closed the connection.
    fn has_ended(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0) | Err(_))
    }
}

struct World {
    agent: AgentHere,
    door: Door,
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self::with_memory(1 << 30)
    }

    fn with_memory(bytes: u64) -> Self {
        let agent = AgentHere::start(bytes);
        let folder = tempfile::tempdir().unwrap();
        let space = agent.space().to_owned();
        let door = Door::open(DoorOptions {
            enter: Box::new(move || Space::enter_with(&Hints::new().with("seaway_space", &space))),
            kind: Kind::Memory,
            password: PASSWORD.to_owned(),
            listeners: vec![TcpListener::bind("127.0.0.1:0").unwrap()],
            socket: Some(folder.path().join("socket")),
        });
        Self { agent, door: door.unwrap(), folder }
    }

    fn stranger(&self) -> Client<TcpStream> {
        let client = TcpStream::connect(self.door.addresses()[0]).unwrap();
        client.set_read_timeout(Some(LONG)).unwrap();
        Client(client)
    }

    fn client(&self) -> Client<TcpStream> {
        let mut client = self.stranger();
        assert_eq!(client.ask(&["AUTH", PASSWORD]), "+OK");
        client
    }

    fn space(&self) -> Space {
        Space::enter_with(&Hints::new().with("seaway_space", self.agent.space())).unwrap()
    }
}

#[test]
fn values_are_things_and_things_are_values() {
    let world = World::new();
    let mut client = world.client();
    let space = world.space();
    assert_eq!(client.ask(&["get", "a"]), "(nil)");
    assert_eq!(client.ask(&["SET", "a", "density"]), "+OK");
    let mut bytes = [0; 7];
    assert_eq!(space.open_to_read("a").unwrap().read_at(&mut bytes, 0).unwrap(), 7);
    assert_eq!(&bytes, b"density");
    assert!(space.stat("a").unwrap().published, "readers that wait for it may go on");
    space.create("b", Kind::Disk, 0).unwrap().write_at(b"pressure", 0).unwrap();
    assert_eq!(client.ask(&["GET", "b"]), "pressure");
    assert_eq!(client.ask(&["STRLEN", "b"]), ":8");
    assert_eq!(client.ask(&["EXISTS", "a", "b", "c", "a"]), ":3");
    assert_eq!(client.ask(&["TYPE", "b"]), "+string");
    assert_eq!(client.ask(&["DEL", "a", "b", "c"]), ":2");
    assert_eq!(client.ask(&["STRLEN", "b"]), ":0");
    assert!(space.list("").unwrap().is_empty(), "nothing unfinished is left");
}

#[test]
fn ranges_are_read_and_written_in_place() {
    let world = World::new();
    let mut client = world.client();
    assert_eq!(client.ask(&["SETRANGE", "a", "3", "abc"]), ":6");
    assert_eq!(client.ask(&["GETRANGE", "a", "-4", "-2"]), "\0ab");
    assert_eq!(client.ask(&["GETRANGE", "a", "10", "20"]), "");
    assert_eq!(client.ask(&["GETRANGE", "missing", "0", "-1"]), "");
    assert_eq!(client.ask(&["SETRANGE", "missing", "5", ""]), ":0");
    assert_eq!(client.ask(&["EXISTS", "missing"]), ":0");
    for wrong in [["SETRANGE", "a", "-1", "x"], ["SETRANGE", "a", "one", "x"], ["GETRANGE", "a", "x", "1"]] {
        assert!(client.ask(&wrong).starts_with("-ERR "), "{wrong:?}");
    }
    // Holes take no memory, but a value that long does not fit a reply.
    let far = 1_u64 << 30;
    assert_eq!(client.ask(&["SETRANGE", "a", &far.to_string(), "x"]), format!(":{}", far + 1));
    assert!(client.ask(&["GET", "a"]).contains("GETRANGE"));
    assert_eq!(client.ask(&["GETRANGE", "a", "-1", "-1"]), "x");
}

#[test]
fn a_full_node_is_an_error_and_the_old_value_stays() {
    let world = World::with_memory(2 << 20);
    let mut client = world.client();
    assert_eq!(client.ask(&["SET", "a", "old"]), "+OK");
    let reply = client.ask(&["SET", "a", &"n".repeat(4 << 20)]);
    assert!(reply.starts_with("-ERR ") && reply.contains("no space"), "{reply}");
    assert_eq!(client.ask(&["GET", "a"]), "old");
    assert_eq!(world.space().list("").unwrap().len(), 1, "nothing unfinished is left");
}

#[test]
fn set_with_conditions_and_without_expiry() {
    let world = World::new();
    let mut client = world.client();
    assert_eq!(client.ask(&["SET", "a", "1", "XX"]), "(nil)");
    assert_eq!(client.ask(&["SET", "a", "1", "NX"]), "+OK");
    assert_eq!(client.ask(&["SET", "a", "2", "nx"]), "(nil)");
    assert_eq!(client.ask(&["SETNX", "a", "2"]), ":0");
    assert_eq!(client.ask(&["SET", "a", "3", "XX"]), "+OK");
    assert_eq!(client.ask(&["GET", "a"]), "3");
    assert!(client.ask(&["SET", "a", "4", "EX", "10"]).contains("do not expire"));
    assert_eq!(client.ask(&["SET", "empty", ""]), "+OK");
    assert_eq!(client.ask(&["GET", "empty"]), "");
}

#[test]
fn scans_see_every_name_once() {
    let world = World::new();
    let mut client = world.client();
    for number in 0..250 {
        assert_eq!(client.ask(&["SET", &format!("run/{number:03}"), "x"]), "+OK");
    }
    let (mut cursor, mut names) = ("0".to_owned(), Vec::new());
    loop {
        let reply = client.ask(&["SCAN", &cursor, "MATCH", "run/*", "COUNT", "30"]);
        let mut words = reply.split(' ').map(str::to_owned);
        cursor = words.next().unwrap();
        names.extend(words.filter(|word| !word.is_empty()));
        if cursor == "0" {
            break;
        }
    }
    let expected: Vec<String> = (0..250).map(|number| format!("run/{number:03}")).collect();
    assert_eq!(names, expected);
    assert!(client.ask(&["SCAN", "99999"]).starts_with("-ERR invalid cursor"));
    assert!(client.ask(&["SCAN", "0", "COUNT"]).starts_with("-ERR syntax error"));
}

#[test]
fn many_requests_at_once_are_answered_in_order() {
    let world = World::new();
    let mut client = world.client();
    for number in 0..500 {
        client.send(&["SET", "a", &number.to_string()]);
        client.send(&["GET", "a"]);
    }
    for number in 0..500 {
        assert_eq!(client.reply(), "+OK");
        assert_eq!(client.reply(), number.to_string());
    }
}

#[test]
fn readers_see_the_old_value_or_the_new_one() {
    let world = World::new();
    let values = ["a", "b"].map(|letter| letter.repeat(1 << 20));
    assert_eq!(world.client().ask(&["SET", "a", &values[0]]), "+OK");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut writer = world.client();
            (0..40).for_each(|turn| assert_eq!(writer.ask(&["SET", "a", &values[turn % 2]]), "+OK"));
        });
        let mut reader = world.client();
        for _ in 0..40 {
            let value = reader.ask(&["GET", "a"]);
            assert!(values.contains(&value), "a torn value of {} bytes", value.len());
        }
    });
}

#[test]
fn strangers_get_nothing() {
    let world = World::new();
    let mut client = world.stranger();
    assert!(client.ask(&["GET", "a"]).starts_with("-NOAUTH"));
    assert!(client.has_ended());
    let mut client = world.stranger();
    assert!(client.ask(&["AUTH", "wrong"]).starts_with("-WRONGPASS"));
    assert!(client.has_ended(), "one guess a connection");
    let mut client = world.stranger();
    client.0.write_all(b"*1\r\n$1000000\r\n").unwrap();
    assert!(client.reply().contains("Protocol error"));
    assert!(client.has_ended());
    let mut client = world.stranger();
    assert!(client.ask(&["HELLO", "3", "AUTH", "default", PASSWORD]).starts_with("-NOPROTO"));
    let mut client = world.stranger();
    assert!(client.ask(&["HELLO", "2", "AUTH", "default", PASSWORD]).contains("seaway"));
    assert_eq!(client.ask(&["PING"]), "+PONG");
}

#[test]
fn processes_of_this_user_need_no_password_at_the_socket() {
    let world = World::new();
    let mut client = Client(UnixStream::connect(world.folder.path().join("socket")).unwrap());
    client.0.set_read_timeout(Some(LONG)).unwrap();
    assert_eq!(client.ask(&["SET", "a", "1"]), "+OK");
    assert_eq!(client.ask(&["GET", "a"]), "1");
}

#[test]
fn bad_requests_are_errors_and_the_connection_goes_on() {
    let world = World::new();
    let mut client = world.client();
    let long_name = "n".repeat(5_000);
    for wrong in [
        &["GET"][..],
        &["GET", "a", "b"],
        &["SET", "a"],
        &["FLUSHALL"],
        &["INCR", "a"],
        &["GET", ""],
        &["SET", "", "x"],
        &["SET", "line\nend", "x"],
        &["SET", ".unfinished/x", "x"],
        &["GET", &long_name],
        &["SELECT", "1"],
        &["\r\n+OK"],
    ] {
        assert!(client.ask(wrong).starts_with("-ERR "), "{wrong:?}");
    }
    assert_eq!(client.ask(&["ECHO", "still here"]), "still here");
}

#[test]
fn a_restarted_agent_is_entered_again() {
    let mut world = World::new();
    let mut client = world.client();
    assert_eq!(client.ask(&["SET", "a", "1"]), "+OK");
    world.agent.restart();
    // The first request may meet the end of the old agent.
    let first = client.ask(&["EXISTS", "a"]);
    assert!(first == ":0" || first.starts_with("-ERR "), "{first}");
    assert_eq!(client.ask(&["SET", "a", "2"]), "+OK");
    assert_eq!(client.ask(&["GET", "a"]), "2");
}
