//! What a desk shows.

use crate::{Bench, act, text};
use agon_core::Pixels;
use std::time::Duration;

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
    if let Some(folder) = std::env::var_os("AGON_TEST_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join("typed.png"), agon_image::encode(&after).unwrap()).unwrap();
    }
}
