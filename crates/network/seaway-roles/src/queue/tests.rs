// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of a queue, one by one. The simulator runs them under faults.

use seaway_messages::{
    AssignedTask, Completion, QueueCounts, QueueMessage, QueueTerms, Task, TaskFate, TaskReport,
};

use super::{Output, Queues, Refusal, Time};

const QUEUE: &str = "pillars";
const LEASE: u64 = 1_000;

/// Queues without a disk, and one request at a time.
struct Desk {
    queues: Queues,
    now: Time,
    tickets: u64,
    records: Vec<seaway_messages::QueueRecord>,
    answers: std::collections::BTreeMap<u64, QueueMessage>,
}

impl Desk {
    fn new(straggler: u64) -> Self {
        let (queues, answers) = (Queues::default(), std::collections::BTreeMap::new());
        let mut desk = Self { queues, now: 0, tickets: 0, records: Vec::new(), answers };
        assert!(matches!(desk.ask(attach(0, 1, straggler)), Some(QueueMessage::Attached { epoch: 1, .. })));
        desk
    }

    /// The answer, if it comes at once.
    fn ask(&mut self, request: QueueMessage) -> Option<QueueMessage> {
        let ticket = self.begin(request);
        self.answers.remove(&ticket)
    }

    fn begin(&mut self, request: QueueMessage) -> u64 {
        self.tickets += 1;
        let mut output = Output::default();
        self.queues.apply(self.now, self.tickets, request, &mut output);
        self.finish(output);
        self.tickets
    }

    fn finish(&mut self, mut output: Output) {
        self.queues.settle(self.now, &mut output);
        self.records.extend(output.records);
        self.answers.extend(output.answers);
    }

    fn wait(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        self.finish(Output::default());
    }

    /// The same state from records, as after a crash.
    fn restart(&mut self, by_snapshot: bool) {
        let records = if by_snapshot { self.queues.snapshot() } else { std::mem::take(&mut self.records) };
        self.queues = Queues::default();
        records.iter().for_each(|record| self.queues.replay(record));
        self.queues.begin(self.now);
        self.records = records;
        self.answers.clear();
    }

    fn submit(&mut self, tasks: Vec<Task>) -> u64 {
        match self.ask(QueueMessage::Submit { queue: QUEUE.into(), epoch: 1, tasks }) {
            Some(QueueMessage::Submitted { added }) => added,
            other => panic!("{other:?}"),
        }
    }

    /// Workers are numbered from 1.
    fn join(&mut self, worker: u64, node: &str) {
        let join = QueueMessage::Join { queue: QUEUE.into(), node: node.into() };
        assert_eq!(self.ask(join), Some(QueueMessage::Joined { worker, lease: LEASE }));
    }

    fn work(
        &mut self,
        worker: u64,
        sequence: u64,
        reports: Vec<TaskReport>,
        want: u32,
    ) -> Option<QueueMessage> {
        self.ask(work(worker, sequence, reports, want))
    }

    /// The tasks that come at once.
    fn get(&mut self, worker: u64, sequence: u64, want: u32) -> Vec<AssignedTask> {
        match self.work(worker, sequence, Vec::new(), want) {
            Some(QueueMessage::Assigned { tasks, .. }) => tasks,
            other => panic!("{other:?}"),
        }
    }

    fn completions(&mut self, after: u64) -> Vec<Completion> {
        let wait =
            QueueMessage::AwaitDone { queue: QUEUE.into(), epoch: 1, after, most: 100, milliseconds: 0 };
        match self.ask(wait) {
            Some(QueueMessage::Completed { completions }) => completions,
            other => panic!("{other:?}"),
        }
    }

    fn counts(&mut self) -> QueueCounts {
        match self.ask(QueueMessage::Inspect { queue: QUEUE.into() }) {
            Some(QueueMessage::Counts { counts, .. }) => counts,
            other => panic!("{other:?}"),
        }
    }
}

fn attach(epoch: u64, token: u64, straggler: u64) -> QueueMessage {
    let terms = QueueTerms { tries: 3, lease: LEASE, straggler };
    QueueMessage::Attach { queue: QUEUE.into(), epoch, token, terms }
}

fn work(worker: u64, sequence: u64, reports: Vec<TaskReport>, want: u32) -> QueueMessage {
    QueueMessage::Work { queue: QUEUE.into(), worker, sequence, reports, want, milliseconds: 60_000 }
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: vec![] }
}

fn numbers(tasks: &[AssignedTask]) -> Vec<u64> {
    tasks.iter().map(|assigned| assigned.task.number).collect()
}

fn done(assigned: &AssignedTask) -> TaskReport {
    TaskReport { number: assigned.task.number, attempt: assigned.attempt, failed: false, result: b"r".into() }
}

fn is_refused(answer: Option<QueueMessage>, refusal: Refusal) -> bool {
    matches!(answer, Some(QueueMessage::Failed { kind, .. }) if kind == refusal.code())
}

#[test]
fn tasks_come_by_priority_node_and_order() {
    let mut desk = Desk::new(0);
    let near = |number, near: &str| Task { near: near.into(), ..task(number) };
    let urgent = Task { priority: 9, ..near(5, "b") };
    assert_eq!(desk.submit(vec![near(1, "b"), task(2), near(3, "a"), near(4, "a"), urgent]), 5);
    desk.join(1, "a");
    assert_eq!(numbers(&desk.get(1, 1, 2)), [5, 3]);
    assert_eq!(numbers(&desk.get(1, 2, 9)), [4, 2, 1]);
}

#[test]
fn number_is_submitted_once() {
    let mut desk = Desk::new(0);
    assert_eq!(desk.submit(vec![task(1), task(2), task(1)]), 2);
    desk.join(1, "a");
    let tasks = desk.get(1, 1, 1);
    desk.work(1, 2, vec![done(&tasks[0])], 0);
    assert_eq!(desk.submit(vec![task(1), task(2), task(3)]), 1);
}

#[test]
fn blocked_worker_is_answered_when_a_task_comes() {
    let mut desk = Desk::new(0);
    desk.join(1, "a");
    let ticket = desk.begin(work(1, 1, Vec::new(), 4));
    assert!(desk.answers.is_empty());
    assert_eq!(desk.counts().waiting, 1);
    desk.submit(vec![task(1)]);
    let Some(QueueMessage::Assigned { tasks, .. }) = desk.answers.remove(&ticket) else {
        panic!("no answer")
    };
    assert_eq!(numbers(&tasks), [1]);
}

#[test]
fn manager_hears_of_a_request_only_when_nothing_is_ready() {
    let mut desk = Desk::new(0);
    let wait = QueueMessage::AwaitRequest { queue: QUEUE.into(), epoch: 1, milliseconds: 60_000 };
    desk.submit(vec![task(1)]);
    let ticket = desk.begin(wait);
    desk.join(1, "a");
    let tasks = desk.get(1, 1, 1);
    assert!(desk.answers.is_empty());
    desk.begin(work(1, 2, vec![done(&tasks[0])], 1));
    let expected = QueueMessage::Requested { waiting: 1, worker: 1, node: "a".into() };
    assert_eq!(desk.answers.remove(&ticket), Some(expected));
}

#[test]
fn repeated_request_gets_the_same_answer() {
    for by_snapshot in [false, true] {
        let mut desk = Desk::new(0);
        desk.submit(vec![task(1), task(2), task(3)]);
        desk.join(1, "a");
        let first = desk.work(1, 1, Vec::new(), 1);
        assert_eq!(desk.work(1, 1, Vec::new(), 1), first);
        let Some(QueueMessage::Assigned { tasks, .. }) = first else { panic!("no tasks") };
        let second = desk.work(1, 2, vec![done(&tasks[0])], 1);
        desk.restart(by_snapshot);
        assert_eq!(desk.work(1, 2, vec![done(&tasks[0])], 1), second);
        assert!(is_refused(desk.work(1, 1, Vec::new(), 1), Refusal::OutOfDate));
        assert_eq!(desk.completions(0).len(), 1);
    }
}

/// A copy that was under way for long must not be given tasks: its worker has gone on.
#[test]
fn copy_of_a_request_that_got_nothing_gets_nothing() {
    for by_snapshot in [false, true] {
        let mut desk = Desk::new(0);
        desk.join(1, "a");
        let ticket = desk.begin(work(1, 1, Vec::new(), 1));
        desk.wait(LEASE - 1);
        desk.ask(QueueMessage::Renew { queue: QUEUE.into(), workers: vec![1] });
        (0..60).for_each(|_| {
            desk.wait(LEASE - 1);
            desk.ask(QueueMessage::Renew { queue: QUEUE.into(), workers: vec![1] });
        });
        let nothing = QueueMessage::Assigned { accepted: vec![], tasks: vec![] };
        assert_eq!(desk.answers.remove(&ticket), Some(nothing.clone()));
        desk.submit(vec![task(1)]);
        desk.restart(by_snapshot);
        assert_eq!(desk.work(1, 1, Vec::new(), 1), Some(nothing));
        assert_eq!(numbers(&desk.get(1, 2, 1)), [1]);
    }
}

/// Late copies of a lost worker's requests must not bring it back: it would get tasks that it never hears of.
#[test]
fn number_of_a_lost_worker_is_not_used_again() {
    for by_snapshot in [false, true] {
        let mut desk = Desk::new(0);
        desk.submit(vec![task(1)]);
        desk.join(1, "a");
        desk.wait(LEASE);
        desk.restart(by_snapshot);
        desk.join(2, "a");
        assert!(is_refused(desk.work(1, 1, Vec::new(), 1), Refusal::LeaseEnded));
        assert_eq!(numbers(&desk.get(2, 1, 1)), [1]);
    }
}

#[test]
fn silent_worker_loses_its_tasks_and_its_report() {
    let mut desk = Desk::new(0);
    desk.submit(vec![task(1)]);
    desk.join(1, "a");
    let old = desk.get(1, 1, 1);
    desk.wait(LEASE - 1);
    let renew = |worker| QueueMessage::Renew { queue: QUEUE.into(), workers: vec![worker] };
    assert_eq!(desk.ask(renew(1)), Some(QueueMessage::Renewed { ended: vec![] }));
    desk.wait(LEASE - 1);
    assert_eq!(desk.counts().assigned, 1);
    desk.wait(1);
    assert_eq!(desk.counts().ready, 1);
    assert_eq!(desk.ask(renew(1)), Some(QueueMessage::Renewed { ended: vec![1] }));
    assert!(is_refused(desk.work(1, 2, vec![done(&old[0])], 1), Refusal::LeaseEnded));
    desk.join(2, "a");
    let new = desk.get(2, 1, 1);
    assert_eq!((new[0].task.number, new[0].attempt), (1, 2));
    desk.work(2, 2, vec![done(&new[0])], 0);
    let completions = desk.completions(0);
    assert_eq!((completions.len(), completions[0].worker, completions[0].attempt), (1, 2, 2));
}

#[test]
fn task_that_fails_too_often_is_dead_until_it_is_revived() {
    let mut desk = Desk::new(0);
    desk.submit(vec![task(1), task(2)]);
    desk.join(1, "a");
    let mut sequence = 1;
    let mut tasks = desk.get(1, sequence, 2);
    for _ in 0..3 {
        let reports =
            tasks.iter().map(|task| TaskReport { failed: task.task.number == 1, ..done(task) }).collect();
        sequence += 1;
        tasks = match desk.work(1, sequence, reports, 1) {
            Some(QueueMessage::Assigned { tasks, .. }) => tasks,
            _ => Vec::new(),
        };
    }
    let fates: Vec<_> = desk.completions(0).iter().map(|done| (done.number, done.fate)).collect();
    assert_eq!(fates, [(2, TaskFate::Done), (1, TaskFate::Dead)]);
    assert_eq!((desk.counts().dead, desk.counts().done), (1, 1));
    desk.restart(true);
    desk.ask(QueueMessage::Revive { queue: QUEUE.into(), epoch: 1, numbers: vec![1, 2] });
    assert_eq!((desk.counts().ready, desk.counts().dead), (1, 0));
}

/// Of tasks that were lost together it is not known which one ended the worker.
#[test]
fn lost_tasks_are_tried_one_by_one() {
    let mut desk = Desk::new(0);
    desk.submit(vec![task(1), task(2), task(3)]);
    desk.join(1, "a");
    assert_eq!(desk.get(1, 1, 2).len(), 2);
    desk.ask(QueueMessage::Leave { queue: QUEUE.into(), worker: 1 });
    desk.join(2, "a");
    let first = desk.get(2, 1, 9);
    assert_eq!(numbers(&first), [1]);
    // While it has one of these, it gets only what is above suspicion.
    assert_eq!(numbers(&desk.get(2, 2, 9)), [3]);
}

#[test]
fn straggler_is_started_twice_and_completed_once() {
    let mut desk = Desk::new(500);
    desk.submit(vec![task(1)]);
    desk.join(1, "a");
    desk.join(2, "b");
    let slow = desk.get(1, 1, 1);
    let ticket = desk.begin(work(2, 1, Vec::new(), 1));
    desk.wait(499);
    assert!(desk.answers.is_empty());
    assert_eq!(desk.queues.due(), Some(500));
    desk.wait(1);
    let Some(QueueMessage::Assigned { tasks: twin, .. }) = desk.answers.remove(&ticket) else {
        panic!("no twin")
    };
    assert_eq!((twin[0].task.number, twin[0].attempt), (1, 2));
    desk.begin(work(2, 2, vec![done(&twin[0])], 1));
    let late = desk.begin(QueueMessage::Work {
        queue: QUEUE.into(),
        worker: 1,
        sequence: 2,
        reports: vec![done(&slow[0])],
        want: 1,
        milliseconds: 0,
    });
    let expected = QueueMessage::Assigned { accepted: vec![false], tasks: vec![] };
    assert_eq!(desk.answers.remove(&late), Some(expected));
    assert_eq!(desk.completions(0).iter().map(|done| done.worker).collect::<Vec<_>>(), [2]);
}

#[test]
fn new_manager_goes_on_and_the_old_one_is_fenced() {
    let mut desk = Desk::new(0);
    desk.submit(vec![task(1), task(2)]);
    desk.join(1, "a");
    let tasks = desk.get(1, 1, 2);
    desk.work(1, 2, tasks.iter().map(done).collect(), 0);
    let first = desk.completions(0);
    assert_eq!(first.len(), 2);
    // Acknowledges one of them.
    assert_eq!(desk.completions(1).len(), 1);
    let Some(QueueMessage::Attached { epoch, next, counts }) = desk.ask(attach(1, 2, 0)) else {
        panic!("refused")
    };
    assert_eq!((epoch, next, counts.done), (2, 3, 2));
    // The same manager again.
    assert!(matches!(desk.ask(attach(1, 2, 0)), Some(QueueMessage::Attached { epoch: 2, .. })));
    // What the first one sent comes late.
    assert!(is_refused(desk.ask(attach(0, 1, 0)), Refusal::Fenced));
    assert!(is_refused(desk.ask(attach(1, 3, 0)), Refusal::Fenced));
    let old = QueueMessage::Submit { queue: QUEUE.into(), epoch: 1, tasks: vec![task(9)] };
    assert!(is_refused(desk.ask(old), Refusal::Fenced));
    let wait = QueueMessage::AwaitDone { queue: QUEUE.into(), epoch: 2, after: 0, most: 9, milliseconds: 0 };
    assert_eq!(desk.ask(wait), Some(QueueMessage::Completed { completions: first[1..].to_vec() }));
}

#[test]
fn snapshot_is_the_same_state() {
    let mut desk = Desk::new(0);
    desk.submit((0..1000).map(task).collect());
    desk.join(1, "a");
    desk.join(2, "b");
    let tasks = desk.get(1, 1, 10);
    desk.work(1, 2, tasks.iter().map(done).collect(), 5);
    desk.get(2, 1, 5);
    let (snapshot, counts) = (desk.queues.snapshot(), desk.counts());
    desk.restart(true);
    assert_eq!(desk.queues.snapshot(), snapshot);
    assert_eq!(desk.counts(), counts);
    let by_records = {
        desk.restart(true);
        desk.restart(false);
        desk.queues.snapshot()
    };
    assert_eq!(by_records, snapshot);
}

#[test]
fn invalid_requests_are_refused() {
    let mut desk = Desk::new(0);
    let named = |queue: &str| QueueMessage::Join { queue: queue.into(), node: String::new() };
    for name in ["", "a\nb", &"q".repeat(300)] {
        assert!(is_refused(desk.ask(named(name)), Refusal::Argument), "{name:?}");
    }
    let unknown = QueueMessage::Inspect { queue: "other".into() };
    assert!(is_refused(desk.ask(unknown), Refusal::NoSuchQueue));
    let large = Task { payload: vec![0; super::MAX_PAYLOAD + 1], ..task(1) };
    let submit = QueueMessage::Submit { queue: QUEUE.into(), epoch: 1, tasks: vec![large] };
    assert!(is_refused(desk.ask(submit), Refusal::Argument));
    assert!(is_refused(desk.work(99, 1, Vec::new(), 1), Refusal::LeaseEnded));
    assert!(is_refused(desk.ask(QueueMessage::Done), Refusal::Argument));
}

#[test]
fn removed_queue_is_gone_and_nobody_of_it_is_taken_for_another() {
    for by_snapshot in [false, true] {
        let mut desk = Desk::new(0);
        let remove = |force| QueueMessage::Remove { queue: QUEUE.into(), force };
        desk.submit(vec![task(1)]);
        desk.join(1, "a");
        assert!(is_refused(desk.ask(remove(false)), Refusal::InUse));
        assert_eq!(numbers(&desk.get(1, 1, 1)), [1]);
        let waiting = desk.begin(work(1, 2, Vec::new(), 1));
        assert_eq!(desk.queues.unfinished(), 1);
        assert_eq!(desk.ask(remove(true)), Some(QueueMessage::Done));
        assert!(is_refused(desk.answers.remove(&waiting), Refusal::NoSuchQueue));
        assert!(is_refused(desk.ask(remove(true)), Refusal::NoSuchQueue));
        assert_eq!(desk.queues.unfinished(), 0);
        desk.restart(by_snapshot);
        assert!(is_refused(desk.ask(QueueMessage::Inspect { queue: QUEUE.into() }), Refusal::NoSuchQueue));

        // Of the same name: the old manager and the old worker stay strangers.
        assert!(is_refused(desk.ask(attach(0, 2, 0)), Refusal::Fenced));
        assert!(matches!(desk.ask(attach(1, 2, 0)), Some(QueueMessage::Attached { epoch: 2, next: 0, .. })));
        let submit = QueueMessage::Submit { queue: QUEUE.into(), epoch: 1, tasks: vec![task(1)] };
        assert!(is_refused(desk.ask(submit), Refusal::Fenced));
        desk.join(2, "a");
        assert!(is_refused(desk.work(1, 3, Vec::new(), 1), Refusal::LeaseEnded));
    }
}

#[test]
fn queues_are_listed_by_prefix_and_in_parts() {
    let mut desk = Desk::new(0);
    for number in 0..600 {
        let join = QueueMessage::Join { queue: format!("p{number:03}"), node: String::new() };
        assert!(matches!(desk.ask(join), Some(QueueMessage::Joined { .. })));
    }
    let mut list = |prefix: &str, after: &str| match desk
        .ask(QueueMessage::List { prefix: prefix.into(), after: after.into() })
    {
        Some(QueueMessage::Listed { queues, more }) => {
            (queues.into_iter().map(|queue| queue.name).collect::<Vec<_>>(), more)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(list("pill", ""), (vec![QUEUE.to_owned()], false));
    let (first, more) = list("p", "");
    assert!(more && first[0] == "p000");
    let (second, more) = list("p", first.last().unwrap());
    assert!(!more && first.len() + second.len() == 601 && second.last().unwrap() == QUEUE);
    assert_eq!(list("q", ""), (vec![], false));
}

#[test]
fn leases_go_on_when_nobody_could_have_been_heard() {
    let mut desk = Desk::new(0);
    desk.submit(vec![task(1)]);
    desk.join(1, "a");
    desk.get(1, 1, 1);
    // The daemon was stopped.
    desk.wait(10 * LEASE);
    assert_eq!((desk.counts().assigned, desk.counts().workers), (1, 1));
    desk.wait(LEASE);
    assert_eq!((desk.counts().assigned, desk.counts().workers), (0, 0));
}
