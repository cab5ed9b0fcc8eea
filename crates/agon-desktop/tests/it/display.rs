//! What a desk shows.

use crate::{Bench, act, eventually, launch, text};
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
    let busy = "for i in $(seq 400); do echo $i; sleep 0.01; done; touch done; sleep 60";
    let desk = bench.desk(launch(&["xterm", "-title", "Busy", "-e", "bash", "-c", busy], "Busy")).await;
    // On a loaded machine even a busy program pauses; not for so long.
    let (quiet, most) = (Duration::from_millis(1500), Duration::from_millis(2000));
    let start = Instant::now();
    assert!(!desk.display().settle(quiet, most).await.unwrap(), "it draws all the time");
    assert!(start.elapsed() >= most);
    let done = desk.home().join("done");
    eventually("it has drawn all", || done.exists()).await;
    assert!(desk.display().settle(Duration::from_millis(500), MOST).await.unwrap());
    let still = desk.display().capture().unwrap();
    assert!(desk.display().settle(QUIET, MOST).await.unwrap());
    assert_eq!(still.hash(), desk.display().capture().unwrap().hash());
}

#[tokio::test]
async fn another_size_can_be_asked_for() {
    let bench = Bench::new();
    let options = DeskOptions { width: 801, height: 600, ..DeskOptions::new(launch(&["xev"], "")) };
    let desk = Desk::start(options, &bench.keeper).await.unwrap();
    assert_eq!(desk.display().size(), (801, 600));
    let image = desk.display().capture().unwrap();
    assert_eq!((image.width, image.height), (801, 600));
}
