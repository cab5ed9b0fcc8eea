//! Unusual, and right.

use super::*;

#[test]
fn just_within_what_the_brief_allows() {
    right("first-five-seconds", &plain(vec![vec![clip("a", "Turning Earth.mp4", 100, (0, 5100))]]));
    right("first-five-seconds", &plain(vec![vec![clip("a", "Turning Earth.mp4", 0, (100, 4900))]]));
    right(
        "sound-over-the-cut",
        &plain(vec![
            vec![clip("c", "Cymbal.wav", 3925, (0, 2070))],
            vec![garden("a", 0), clip("b", "Bridge Flight.mp4", 5060, (0, 9050))],
        ]),
    );
}

#[test]
fn a_clip_in_parts_on_several_tracks() {
    right(
        "first-five-seconds",
        &plain(vec![
            vec![clip("a", "Turning Earth.mp4", 0, (0, 1500)), clip("c", "Turning Earth.mp4", 3000, (3000, 2000))],
            vec![clip("b", "Turning Earth.mp4", 1500, (1500, 1500))],
        ]),
    );
}

#[test]
fn an_effect_of_a_part_or_of_a_segment() {
    let whole = vec![garden("a", 0)];
    right("fade-the-last-three", &exported(vec![(whole, vec![fade_out("e", "a", (2060, 5060), "linear")])]));
    let parts = || vec![clip("a", "Garden Leap.mp4", 0, (0, 2060)), clip("b", "Garden Leap.mp4", 2060, (2060, 3000))];
    let full = with(fade_out("e", "b", (2060, 5060), "linear"), json!({"scope": "full-clip", "targetClipId": "b"}));
    right("fade-the-last-three", &exported(vec![(parts(), vec![full])]));
    // Split somewhere else, too.
    let four = vec![
        clip("a", "Garden Leap.mp4", 0, (0, 1000)),
        clip("b", "Garden Leap.mp4", 1000, (1000, 900)),
        clip("c", "Garden Leap.mp4", 1900, (1900, 3160)),
    ];
    right("fade-the-last-three", &exported(vec![(four, vec![fade_out("e", "c", (2000, 5060), "linear")])]));
}

#[test]
fn light_that_goes_on_from_part_to_part() {
    let parts = vec![clip("a", "Garden Leap.mp4", 0, (0, 2060)), clip("b", "Garden Leap.mp4", 2060, (2060, 3000))];
    let lights = vec![
        light("e1", "a", (0, 1000), "segment"),
        light("e2", "a", (1000, 2060), "segment"),
        light("e3", "b", (2060, 5060), "full-clip"),
    ];
    right("full-contrast", &exported(vec![(parts, lights)]));
}

#[test]
fn effects_that_do_nothing_beside_the_right_one() {
    let off = with(fade_out("off", "a", (0, 5060), "linear"), json!({"enabled": false, "stackOrder": 1}));
    let neutral = json!({"stackOrder": 2, "params": {"brightness": 0, "contrast": 1, "saturation": 1}});
    let neutral = with(light("neutral", "a", (0, 5060), "full-clip"), neutral);
    let effects = vec![light("e", "a", (0, 5060), "full-clip"), off, neutral];
    right("full-contrast", &exported(vec![(vec![garden("a", 0)], effects)]));
}

#[test]
fn texts_with_spaces_around_them_capitals_of_colours_and_any_opacity() {
    let title = with(text("t", " Now Playing\n", 0, 5050), json!({"backgroundColor": "#000000FF", "fontColor": "#FFFFFF"}));
    right("title-with-sound", &plain(vec![vec![clip("c", "Cymbal.wav", 0, (0, 2070))], vec![title]]));
}

#[test]
fn the_title_above_with_a_sound_between() {
    let title = with(text("t", "Intro", 0, 2000), json!({"fontSize": 72}));
    let sound = clip("c", "Cymbal.wav", 0, (0, 2070));
    right("overlay-title-and-sound", &plain(vec![vec![title.clone()], vec![sound.clone()], vec![garden("a", 0)]]));
    right("overlay-title-and-sound", &plain(vec![vec![sound], vec![title], vec![garden("a", 0)]]));
}

#[test]
fn clips_that_overlap_by_what_is_within_the_tolerance() {
    right("back-to-back", &plain(vec![vec![clip("b", "Bridge Flight.mp4", 4970, (0, 9050))], vec![garden("a", 0)]]));
}

#[test]
fn what_is_done_after_the_export_does_not_count() {
    let mut state = plain(vec![vec![clip("a", "Turning Earth.mp4", 0, (0, 5000))]]);
    state["project"] = project(Vec::new());
    right("first-five-seconds", &state);
}
