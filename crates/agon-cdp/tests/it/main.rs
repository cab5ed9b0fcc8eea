//! The client against a real Chromium.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail as tests do")]

use agon_cdp::{Browser, CdpError, Launch, find};
use agon_reap::Keeper;
use serde_json::json;
use std::time::Duration;

fn keeper(folder: &std::path::Path) -> Keeper {
    Keeper::open(folder, folder).unwrap()
}

fn launch() -> Launch {
    Launch { chromium: find(None).expect("these tests need Chromium: apt install chromium"), timeout: Duration::from_secs(30) }
}

#[tokio::test]
async fn a_page_is_opened_read_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::launch(&launch(), &keeper(folder.path())).await.unwrap();
    assert!(browser.version().contains("Chrome"), "{}", browser.version());
    let target = browser.client().call("Target.createTarget", json!({"url": "about:blank"})).await.unwrap();
    let (session, mut events) = browser.client().attach(target["targetId"].as_str().unwrap()).await.unwrap();
    let sum = session.call("Runtime.evaluate", json!({"expression": "6 * 7"})).await.unwrap();
    assert_eq!(sum["result"]["value"], 42);
    let refused = session.call("Runtime.noSuchCommand", json!({})).await.unwrap_err();
    assert!(matches!(refused, CdpError::Refused { .. }), "{refused}");
    session.call("Runtime.enable", json!({})).await.unwrap();
    session.call("Runtime.evaluate", json!({"expression": "console.info('hello')"})).await.unwrap();
    loop {
        let event = events.recv().await.unwrap();
        if event.method == "Runtime.consoleAPICalled" {
            assert_eq!(event.params["args"][0]["value"], "hello");
            break;
        }
    }
}

#[tokio::test]
async fn a_killed_browser_is_gone_at_once_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::launch(&launch(), &keeper(folder.path())).await.unwrap();
    let pid = i32::try_from(browser.process().unwrap()).unwrap();
    let waiting = browser.client().call("Runtime.evaluate", json!({}));
    rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), rustix::process::Signal::KILL).unwrap();
    // The pipe closes when the last process that holds it has gone, and this call ends then.
    let unanswered = waiting.await;
    assert!(matches!(unanswered, Err(CdpError::Gone)) && browser.client().is_gone(), "{unanswered:?}");
    assert!(matches!(browser.client().call("Browser.getVersion", json!({})).await, Err(CdpError::Gone)));
    drop(browser);
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path()).filter(|p| !p.ends_with("live")).collect();
    assert_eq!(left, Vec::<std::path::PathBuf>::new(), "the profile is gone");
}

#[tokio::test]
async fn a_program_that_is_no_browser_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch { chromium: find(Some("/bin/true".as_ref())).unwrap(), ..launch() };
    let error = Browser::launch(&launch, &keeper(folder.path())).await.err().unwrap().to_string();
    assert!(error.contains("/bin/true") && error.contains("could not be started"), "{error}");
}
