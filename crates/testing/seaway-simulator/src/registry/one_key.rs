// SPDX-License-Identifier: MIT OR Apache-2.0
//! One key of a registry as a sequential object, and calls of it. Each key is an object of its own: a history is
//! linearizable if the history of each key is.

use seaway_registry::Revision;

use crate::linearizability::{Model, Timed, is_linearizable};

/// The calls of a key that no order explains, as text.
pub fn check_keys(calls: &[Timed<KeyCall>]) -> Result<(), String> {
    let mut keys: Vec<&str> = calls.iter().map(|timed| timed.call.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let mut history: Vec<_> = calls.iter().filter(|timed| timed.call.key == key).cloned().collect();
        history.sort_by_key(|timed| timed.began);
        if !is_linearizable(&OneKey, None, &history) {
            return Err(format!("the calls of {key} are not linearizable: {history:#?}"));
        }
    }
    Ok(())
}

/// What was asked of one key, and what came of it.
#[derive(Debug, Clone)]
pub struct KeyCall {
    pub key: String,
    pub action: Action,
    pub outcome: Outcome,
}

/// Values differ between all calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Create { value: Vec<u8> },
    Replace { value: Vec<u8>, expected: Revision },
    Delete { expected: Revision },
    Get,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Made(Revision),
    /// A refusal, or what was read.
    Found(Option<(Vec<u8>, Revision)>),
    Unknown,
}

/// A key: its value and, unless the change that made it has no known outcome, its revision.
#[derive(Debug)]
pub struct OneKey;

type State = Option<(Vec<u8>, Option<Revision>)>;

impl Model for OneKey {
    type State = State;
    type Call = KeyCall;

    fn after(&self, state: &State, call: &KeyCall) -> Vec<State> {
        match (&call.outcome, &call.action) {
            (Outcome::Made(revision), action) => {
                if could(state, action) {
                    vec![result(action, Some(*revision))]
                } else {
                    Vec::new()
                }
            }
            (Outcome::Found(found), action) => {
                let is_refusal = *action == Action::Get || !must(state, action);
                if is_refusal && agree(state, found) {
                    vec![found.clone().map(|(value, revision)| (value, Some(revision)))]
                } else {
                    Vec::new()
                }
            }
            (Outcome::Unknown, Action::Get) => vec![state.clone()],
            (Outcome::Unknown, action) if could(state, action) => vec![result(action, None), state.clone()],
            (Outcome::Unknown, _) => vec![state.clone()],
        }
    }
}

/// Whether the change may succeed in this state.
fn could(state: &State, action: &Action) -> bool {
    match (action, state) {
        (Action::Create { .. }, state) => state.is_none(),
        (Action::Replace { expected, .. } | Action::Delete { expected }, Some((_, revision))) => {
            revision.is_none_or(|revision| revision == *expected)
        }
        _ => false,
    }
}

/// Whether the change cannot but succeed.
fn must(state: &State, action: &Action) -> bool {
    could(state, action)
        && !matches!((action, state), (Action::Replace { .. } | Action::Delete { .. }, Some((_, None))))
}

fn result(action: &Action, revision: Option<Revision>) -> State {
    match action {
        Action::Create { value } | Action::Replace { value, .. } => Some((value.clone(), revision)),
        Action::Delete { .. } | Action::Get => None,
    }
}

fn agree(state: &State, found: &Option<(Vec<u8>, Revision)>) -> bool {
    match (state, found) {
        (None, None) => true,
        (Some((value, revision)), Some((seen, seen_revision))) => {
            value == seen && revision.is_none_or(|revision| revision == *seen_revision)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(calls: &[(Action, Outcome)], expected: bool) {
        // One after the other.
        let timed = |(index, (action, outcome)): (usize, &(Action, Outcome))| {
            let began = 2 * index as u64;
            let call = KeyCall { key: "k".into(), action: action.clone(), outcome: outcome.clone() };
            Timed { began, ended: (*outcome != Outcome::Unknown).then_some(began + 1), call }
        };
        let history: Vec<_> = calls.iter().enumerate().map(timed).collect();
        assert_eq!(is_linearizable(&OneKey, None, &history), expected, "{calls:?}");
    }

    #[test]
    fn wrong_answers_are_found() {
        use Outcome::{Found, Made, Unknown};
        let create = |value: &[u8]| Action::Create { value: value.into() };
        let replace = |expected| Action::Replace { value: b"r".into(), expected };
        let found = |value: &[u8], revision| Found(Some((value.into(), revision)));
        check(&[(create(b"a"), Made(1)), (Action::Get, found(b"a", 1))], true);
        check(&[(create(b"a"), Made(1)), (create(b"b"), Made(2))], false);
        check(&[(create(b"a"), Made(1)), (Action::Get, Found(None))], false);
        check(&[(create(b"a"), Made(1)), (replace(1), Made(2)), (Action::Get, found(b"a", 1))], false);
        check(&[(create(b"a"), Made(1)), (replace(1), found(b"a", 1))], false);
        check(&[(create(b"a"), Made(1)), (replace(9), Made(2))], false);
        check(
            &[(create(b"a"), Made(1)), (Action::Delete { expected: 1 }, Made(2)), (Action::Get, Found(None))],
            true,
        );
        check(&[(create(b"a"), Unknown), (Action::Get, Found(None)), (Action::Get, found(b"a", 5))], true);
        check(
            &[(create(b"a"), Unknown), (Action::Get, found(b"a", 5)), (Action::Get, found(b"a", 6))],
            false,
        );
    }
}
