//! A trial as a file of its own.

use super::Viewed;
use crate::support::TestFolder;
use std::fs;

#[test]
fn a_trial_is_exported_as_an_animation_a_film_and_a_page() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "gym/jigsaw/easy@0", "-a", "oracle"], "runs/r");
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle", "--frames", "none"], "runs/blind");
    let view = Viewed::of(&place, "runs");
    let (status, gif) = view.get("/api/runs/r/trials/0/1/export.gif");
    assert!(status == 200 && gif.starts_with(b"GIF89a"));
    let (status, html) = view.get("/api/runs/r/trials/0/1/export.html");
    let html = String::from_utf8(html).unwrap();
    assert!(status == 200 && html.starts_with("<!doctype html>"));
    let frames = view.json("/api/runs/r/trials/0")["moments"].as_array().unwrap().len();
    assert!(html.matches("data:image/png;base64,").count() > 1 && frames > 1);
    assert!(html.contains(r#""tasks":["gym/maze-2d/easy"]"#) && html.contains(r#""trial":[0]"#), "one trial is in the page");
    let (status, film) = view.get("/api/runs/r/trials/0/1/export.mp4");
    match has_ffmpeg() {
        true => assert!(status == 200 && &film[4..8] == b"ftyp", "{}", String::from_utf8_lossy(&film)),
        false => assert!(status == 422 && String::from_utf8_lossy(&film).contains("ffmpeg")),
    }
    let (status, why) = view.get("/api/runs/blind/trials/0/1/export.gif");
    assert!(status == 422 && String::from_utf8_lossy(&why).contains("no frames"));
    assert_eq!(view.get("/api/runs/r/trials/9/1/export.gif").0, 404);
    assert_eq!(view.get("/api/runs/r/trials/0/1/export.png").0, 404);
}

#[test]
fn the_command_line_writes_the_same() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle"], "r");
    for name in ["trial.gif", "trial.html"] {
        let done = place.agon(&["show", "r", "0", "--write", name]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    assert!(fs::read(place.path("trial.gif")).unwrap().starts_with(b"GIF89a"));
    assert!(fs::read_to_string(place.path("trial.html")).unwrap().starts_with("<!doctype html>"));
    let done = place.agon(&["show", "r", "0", "--write", "trial.png"]);
    assert!(done.code == 2 && done.err.contains(".gif, .mp4 or .html"), "{}", done.err);
}

fn has_ffmpeg() -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join("ffmpeg").exists())
}
