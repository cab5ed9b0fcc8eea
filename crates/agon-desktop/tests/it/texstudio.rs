//! TeXstudio on a desk.

use crate::{click, eventually, program};
use agon_core::Action;
use agon_desktop::programs::texstudio::TeXstudio;
use serde_json::json;
use std::time::{Duration, Instant};

/// The tab of the terminal, and the terminal, on a screen of 1920×1080.
const TERMINAL: [(f64, f64); 2] = [(522.0, 808.0), (520.0, 950.0)];
const START: &str = "\\documentclass{article}\n\\begin{document}\nHello.\n\\end{document}\n";

fn setup() -> toml::Table {
    toml::toml! { open = ["paper/notes.tex", "paper/main.tex"] root = "paper/main.tex" }
}

/// TeXstudio has a terminal in its window.
#[tokio::test]
async fn its_terminal_reaches_neither_channels_nor_other_processes() {
    let files = [("paper/main.tex", START), ("paper/notes.tex", "Notes.\n")];
    let seat = program::start(&TeXstudio, setup(), &files).await;
    let channel = seat.desk.run().join("state").join("other");
    std::fs::write(&channel, "").unwrap();
    let shown = "ls -A $XDG_RUNTIME_DIR/state > ~/seen; ls /proc/*/root/home >> ~/seen; kill -9 $(pgrep -x Xvfb) 2>> ~/seen; echo end >> ~/seen\n";
    // A shell that is still starting loses what is typed.
    let ready = seat.desk.home().join("ready");
    let start = Instant::now();
    while !ready.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no shell in the terminal");
        for (x, y) in TERMINAL {
            seat.act(click(x, y)).await;
            seat.desk.display().settle(Duration::from_millis(500), Duration::from_secs(10)).await.unwrap();
        }
        seat.act(Action::Type { text: "touch ~/ready\n".into() }).await;
        seat.desk.display().settle(Duration::from_millis(500), Duration::from_secs(10)).await.unwrap();
    }
    seat.act(Action::Type { text: shown.into() }).await;
    let seen = seat.desk.home().join("seen");
    let read = || std::fs::read_to_string(&seen).unwrap_or_default();
    eventually("the terminal has looked", || read().ends_with("end\n")).await;
    assert!(!read().contains("other"), "{}", read());
    assert!(channel.exists() && seat.desk.is_alive(), "{:?}", seat.desk.ended());
}

#[tokio::test]
async fn it_starts_the_same_twice_and_what_is_written_counts_when_saved() {
    let files = [("paper/main.tex", START), ("paper/notes.tex", "Notes.\n")];
    let first = program::start(&TeXstudio, setup(), &files).await;
    let state = first.state().await;
    assert_eq!(state["documents"], json!([{"name": "notes.tex", "current": false}, {"name": "main.tex", "current": true}]));
    assert_eq!(state["files"], json!({"paper/main.tex": START, "paper/notes.tex": "Notes.\n"}));
    let second = program::start(&TeXstudio, setup(), &files).await;
    assert_eq!(second.state().await, state);
    program::assert_same_screen(&first, &second, "texstudio").await;
    drop(second);

    // What is typed stands as it was typed: nothing completes it.
    first.keys(&["ctrl", "home"]).await;
    first.keys(&["down"]).await;
    first.keys(&["end"]).await;
    first.act(Action::Type { text: "\n\\section{One} $x^{2}$ (\"see\") \\nonsense".into() }).await;
    assert_eq!(first.state().await["files"]["paper/main.tex"], START);
    first.keys(&["ctrl", "s"]).await;
    let wanted = START.replace("{document}\nHello", "{document}\n\\section{One} $x^{2}$ (\"see\") \\nonsense\nHello");
    first.until("the saved file", |state| state["files"]["paper/main.tex"] == wanted).await;
    let build = first.examined(&setup()).await;
    assert_eq!(
        (&build["build"]["compiles"], &build["build"]["problems"]),
        (&json!(false), &json!(["Undefined control sequence."]))
    );

    for _ in 0..9 {
        first.keys(&["backspace"]).await;
    }
    first.keys(&["F6"]).await;
    let built = |state: &serde_json::Value| {
        state["pdfs"]["paper/main.pdf"].as_u64() > Some(0)
            && state["messages"].as_str().is_some_and(|said| said.contains("exited normally"))
    };
    first.until("the built document", built).await;
    let log = first.desk.read_file("paper/main.log").await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&log).contains("1 JAN 2026 09:00"), "{}", String::from_utf8_lossy(&log));
    let build = first.examined(&setup()).await;
    assert_eq!((&build["build"]["compiles"], &build["build"]["pages"]), (&json!(true), &json!(1)));
}
