//! An agent that wants out: other pages, other origins, scripts, tools, files.

use crate::probe::{Bench, act, at, click, keys, seen, state};
use agon_core::{Action, Button, Destination, Status};

#[tokio::test]
async fn no_address_but_the_applications_own_is_opened() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    for url in [
        "javascript:document.title='owned'",
        "view-source:http://probe.localhost/",
        "file:///etc/passwd",
        "http://example.com/",
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://probe.localhost.example.com/",
        "http://probe.localhost@example.com/",
        "http://circuit.localhost/",
        "http://probe.localhost/probe.js",
        "http://probe.localhost/../exam.js",
        "http://probe.localhost/%2e%2e/exam.js",
        "http://probe.localhost:80@example.com/",
        "chrome://version",
        "devtools://devtools/bundled/inspector.html",
        "data:text/html,<script>alert(1)</script>",
        "about:blank",
        "blob:http://probe.localhost/x",
        " http://probe.localhost/",
        "http:\\\\probe.localhost\\",
        "",
    ] {
        let step = act(world, Action::Navigate { to: Destination::Url(url.into()) }).await;
        assert_eq!(step.status, Status::Blocked, "{url:?}");
    }
    assert_eq!(state(world).await["at"], "/");
}

/// Every key there is with every set of modifiers: Chromium has shortcuts for developer tools, tabs, windows, downloads, the
/// page's source, settings, zoom, printing and its own end.
#[tokio::test]
async fn the_keys_of_a_browser_open_nothing() {
    let bench = Bench::new();
    let mut world = bench.world(&[("observation", "screen")]).await;
    let before = world.observe().await.unwrap();
    world.skip_frames();
    let named = [
        "enter",
        "escape",
        "backspace",
        "delete",
        "insert",
        "tab",
        "space",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "page_up",
        "page_down",
        "menu",
        "print_screen",
        "pause",
    ];
    let mut names: Vec<String> = named.map(str::to_owned).into();
    // The probe itself hangs, fetches and alerts on some of these.
    names.extend((1..=12).filter(|number| ![4, 6, 7, 8, 9].contains(number)).map(|number| format!("f{number}")));
    names.extend(('a'..='z').chain('0'..='9').chain("-=[];',./`".chars()).map(String::from));
    for modifiers in
        [&["ctrl"][..], &["shift"], &["alt"], &["meta"], &["ctrl", "shift"], &["ctrl", "alt"], &["alt", "shift"], &[]]
    {
        for name in &names {
            let chord: Vec<&str> = modifiers.iter().copied().chain([name.as_str()]).collect();
            let step = act(&mut *world, keys(&chord)).await;
            assert_eq!(step.status, Status::Executed, "{chord:?}");
        }
        assert_eq!(bench.foreign_targets().await, Vec::<String>::new(), "with {modifiers:?}");
    }
    let state = state(&mut *world).await;
    assert_eq!((state["at"].as_str(), state["inner"].clone()), (Some("/"), serde_json::json!([1280, 720])));
    assert_eq!(before.screen().unwrap().image.width, 1280);
}

#[tokio::test]
async fn links_and_choosers_lead_nowhere() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    for button in [Button::Left, Button::Middle, Button::Right] {
        // A link to another site in a new tab, one to the page's source, and a chooser of files.
        for x in [40.0, 120.0, 200.0] {
            act(world, Action::Click { at: at(x, 140.0), button, count: 1, holding: vec![] }).await;
            act(world, Action::Click { at: at(x, 140.0), button, count: 1, holding: vec!["ctrl".into(), "shift".into()] }).await;
        }
    }
    assert_eq!(bench.foreign_targets().await, Vec::<String>::new());
    assert_eq!(state(world).await["at"], "/");
    act(world, click(100.0, 40.0)).await;
    assert!(seen(world).await.iter().any(|line| line.starts_with("click 1")), "the page still answers");
}

#[tokio::test]
async fn the_page_itself_reaches_no_other_place() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, keys(&["f7"])).await;
    act(world, keys(&["f6"])).await;
    let lines = seen(world).await;
    assert_eq!(lines.iter().filter(|line| *line == "kept in").count(), 2, "{lines:#?}");
    assert!(!lines.contains(&"got out".to_owned()));
}

#[tokio::test]
async fn a_dialog_does_not_stop_the_page() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, keys(&["f4"])).await;
    act(world, click(100.0, 40.0)).await;
    assert!(seen(world).await.iter().any(|line| line.starts_with("click 1")));
}
