//! What a desk shows.

use crate::{Bench, act, launch, text};
use agon_core::Pixels;
use agon_desktop::{Desk, DeskOptions};
use std::time::{Duration, Instant};

const QUIET: Duration = Duration::from_millis(40);
const MOST: Duration = Duration::from_secs(5);

#[tokio::test]
async fn a_capture_has_the_screens_size_and_changes_with_what_is_typed() {
    let bench = Bench::new();
    let desk = bench.typist().await;
    desk.display().settle(QUIET, MOST).await.unwrap();
    let before = desk.display().capture().unwrap();
    assert_eq!((before.width, before.height), (1920, 1080));
    let Pixels::Rgb8(pixels) = &before.pixels else { panic!("raw pixels are wanted") };
    assert!(pixels.iter().any(|value| *value != pixels[0]), "the screen is not of one colour");
    act(&desk, text("hello")).await;
    desk.display().settle(QUIET, MOST).await.unwrap();
    let after = desk.display().capture().unwrap();
    assert_ne!(before.hash(), after.hash());
}

#[tokio::test]
async fn settling_waits_for_drawing_to_end_but_not_for_ever() {
    let bench = Bench::new();
    let busy = "for i in $(seq 300); do echo $i; sleep 0.01; done; sleep 60";
    let desk = bench.desk(launch(&["xterm", "-title", "Busy", "-e", "bash", "-c", busy], "Busy")).await;
    let (quiet, most) = (Duration::from_millis(300), Duration::from_millis(600));
    assert!(!desk.display().settle(quiet, most).await.unwrap(), "it draws all the time");
    let start = Instant::now();
    assert!(desk.display().settle(quiet, Duration::from_secs(20)).await.unwrap());
    assert!(start.elapsed() > Duration::from_millis(900), "it drew for three seconds in all");
    let still = desk.display().capture().unwrap();
    assert!(desk.display().settle(QUIET, MOST).await.unwrap());
    assert_eq!(still.hash(), desk.display().capture().unwrap().hash());
}

#[tokio::test]
async fn another_size_can_be_asked_for() {
    let bench = Bench::new();
    let options = DeskOptions { width: 801, height: 600, launch: launch(&["xev"], "") };
    let desk = Desk::start(options, &bench.keeper).await.unwrap();
    assert_eq!(desk.display().size(), (801, 600));
    let image = desk.display().capture().unwrap();
    assert_eq!((image.width, image.height), (801, 600));
}
