// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page in a browser: a script operates it with mouse and keys, and reports what it saw.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[path = "../story/mod.rs"]
mod story;

use std::fs;
use std::path::Path;
use std::process::Command;

use seaway_trace::Trace;
use seaway_trace::report::{Comparison, Report};
use serde_json::Value;

fn report(folder: &Path) -> Report {
    story::write(folder);
    Report::of(&Trace::open(folder).unwrap())
}

/// What the browser has made of the page, and what it complained about.
fn open(page: &Path, width: u32) -> String {
    let profile = tempfile::tempdir().unwrap();
    // An unanswered dialogue must not hold up the tests.
    let mut browser = Command::new("timeout");
    browser.args([
        "300",
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
    ]);
    browser.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    browser.args(["--enable-logging=stderr", "--dump-dom", "--virtual-time-budget=5000"]);
    browser.arg(format!("--window-size={width},900"));
    browser.arg(format!("--user-data-dir={}", profile.path().display()));
    browser.arg(format!("file://{}", page.display()));
    let output = browser.output().expect("timeout is everywhere");
    assert_ne!(output.status.code(), Some(127), "the tests need Debian's chromium: xtask/src/packages.rs");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{complaints}");
    let said: Vec<&str> = complaints.lines().filter(|line| line.contains(":CONSOLE")).collect();
    assert!(said.is_empty(), "{said:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The page with a script before and one after its own.
fn with_scripts(page: &str, check: &str) -> String {
    let watch = include_str!("watch.js");
    // The script's text must not end it.
    let check = check.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    let page = page.replacen("<head>", &format!("<head><script>{watch}</script>"), 1);
    let end = page.rfind("</body>").unwrap();
    format!("{}<script>{check}</script>{}", &page[..end], &page[end..])
}

/// The script's findings, which it left in the page.
fn findings(dom: &str) -> Value {
    let begin = dom.find("<pre id=\"checked\">").expect("the script has not come to its end") + 18;
    let text = &dom[begin..begin + dom[begin..].find("</pre>").unwrap()];
    let text =
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn plots_have_data_and_sorting_filters_and_keys_work() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    let html = report(folder.path()).html();
    fs::write(&page, with_scripts(&html, include_str!("check.js"))).unwrap();
    // Headless browsers have windows of at least 500 pixels; frames may be as narrow as a phone.
    let phone = folder.path().join("phone.html");
    fs::write(&phone, include_str!("phone.html")).unwrap();
    for (page, width) in [(page, 1280), (phone, 360)] {
        let found = findings(&open(&page, width));
        assert_eq!(found["failures"], Value::Array(vec![]), "at {width} pixels");
        assert_eq!(found["width"], width);
        assert!(found["passed"].as_array().unwrap().len() > 50, "{found}");
    }
}

#[test]
fn pages_without_data_do_not_break() {
    let folder = tempfile::tempdir().unwrap();
    let writer = seaway_trace::write::ProcessWriter::create(
        &folder.path().join("node.1.0.seatrace"),
        seaway_trace::write::header("node", 1),
    );
    writer.unwrap().finish().unwrap();
    let report = Report::of(&Trace::open(folder.path()).unwrap());
    let page = folder.path().join("report.html");
    let check = "document.body.append(Object.assign(document.createElement('pre'), { id: 'checked', \
                 textContent: JSON.stringify({ failures: window.problems }) }));";
    for html in [report.html(), Comparison::of(&report, &report).html()] {
        fs::write(&page, with_scripts(&html, check)).unwrap();
        assert_eq!(findings(&open(&page, 800))["failures"], Value::Array(vec![]));
    }
}

#[test]
fn comparison_shows_both_runs() {
    let folder = tempfile::tempdir().unwrap();
    let report = report(folder.path());
    let page = folder.path().join("compare.html");
    let check = "
        const rows = (id) => document.querySelectorAll(`#${id} tbody tr`).length;
        const failures = [...window.problems];
        if (rows('sums-table') < 10 || rows('files-table') < 10 || rows('calls-table') < 5) failures.push('no rows');
        if (!document.querySelector('#files-table').textContent.includes('same')) failures.push('no change');
        if (document.querySelectorAll('img').length) failures.push('a name became markup');
        document.querySelector('#files-table thead button').click();
        document.querySelector('#theme').click();
        document.body.append(Object.assign(document.createElement('pre'),
            { id: 'checked', textContent: JSON.stringify({ failures }) }));";
    fs::write(&page, with_scripts(&Comparison::of(&report, &report).html(), check)).unwrap();
    assert_eq!(findings(&open(&page, 1280))["failures"], Value::Array(vec![]));
}

#[test]
fn pages_load_nothing_and_have_no_external_links() {
    let folder = tempfile::tempdir().unwrap();
    let html = report(folder.path()).html();
    assert!(html.contains("default-src 'none'"));
    for word in ["http://", "https://", "src=\"", "@import", "url("] {
        // An XML namespace is not an address, though it looks like one.
        let others = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!others.contains(word), "{word}");
    }
}
