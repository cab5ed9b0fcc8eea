//! Plausible, and wrong: each is refused on the check that tells why.

use super::*;

fn earth(start: i64, part: (i64, i64)) -> Value {
    plain(vec![vec![clip("a", "Turning Earth.mp4", start, part)]])
}

#[test]
fn just_beyond_what_the_brief_allows() {
    wrong("first-five-seconds", "start", &earth(101, (0, 5000)));
    wrong("first-five-seconds", "duration", &earth(0, (0, 5101)));
    wrong("first-five-seconds", "duration", &earth(0, (0, 4899)));
    wrong("first-five-seconds", "part", &earth(0, (101, 4950)));
    // Both ends within a tenth of a second is what is asked for, not the middle.
    wrong("first-five-seconds", "part", &earth(0, (60, 5060)));
}

#[test]
fn what_the_old_tolerance_of_a_second_let_through() {
    wrong("first-five-seconds", "duration", &earth(0, (0, 5900)));
    let title = |id: &str, words: &str, background: &str, start: i64, duration: i64| {
        with(text(id, words, start, duration), json!({"backgroundColor": background}))
    };
    // All of half a second, one after the other.
    let short = vec![
        title("a", "Second!", "#ffff00ff", 0, 500),
        title("b", "Third!", "#ff0000ff", 500, 500),
        title("c", "First!", "#00ff00ff", 1000, 500),
    ];
    assert_eq!(failed("three-colored-titles", &plain(vec![short])), ["start", "duration"]);
    let orange = vec![
        title("a", "Second!", "#ffff00ff", 0, 500),
        title("b", "Third!", "#ff0f00ff", 500, 1000),
        title("c", "First!", "#00ff00ff", 1500, 2000),
    ];
    wrong("three-colored-titles", "colors", &plain(vec![orange]));
}

#[test]
fn a_timeline_that_begins_late() {
    wrong("back-to-back", "start", &plain(vec![vec![garden("a", 500), clip("b", "Bridge Flight.mp4", 5560, (0, 9050))]]));
}

#[test]
fn never_exported_or_exported_too_early() {
    let mut state = earth(0, (0, 5000));
    state["exported"] = Value::Null;
    wrong("first-five-seconds", "exported", &state);
    let mut state = earth(0, (0, 5000));
    state["exported"] = project(vec![(vec![clip("a", "Turning Earth.mp4", 0, (0, 41_770))], Vec::new())]);
    wrong("first-five-seconds", "duration", &state);
    let mut state = earth(0, (0, 5000));
    state["exported"] = project(Vec::new());
    wrong("first-five-seconds", "clips", &state);
}

fn corrected(params: Value) -> Value {
    let look = with(light("e", "a", (0, 5060), "full-clip"), json!({"params": params}));
    exported(vec![(vec![garden("a", 0)], vec![look])])
}

#[test]
fn values_that_the_original_did_not_look_at() {
    right("full-contrast", &corrected(json!({"brightness": 0, "contrast": 3, "saturation": 1})));
    for params in [
        json!({"brightness": 0, "contrast": 2.2, "saturation": 1}),
        json!({"brightness": 0, "contrast": 2.99, "saturation": 1}),
        json!({"brightness": 0.05, "contrast": 3, "saturation": 1}),
        json!({"brightness": 0, "contrast": 3, "saturation": 0.9}),
        json!({"brightness": 0, "contrast": 1, "saturation": 1}),
    ] {
        wrong("full-contrast", "effects", &corrected(params));
    }
}

#[test]
fn an_effect_twice_switched_off_or_of_another_clip() {
    let twice =
        vec![light("e1", "a", (0, 5060), "full-clip"), with(light("e2", "a", (0, 5060), "full-clip"), json!({"stackOrder": 1}))];
    wrong("full-contrast", "effects", &exported(vec![(vec![garden("a", 0)], twice)]));
    let off = with(light("e", "a", (0, 5060), "full-clip"), json!({"enabled": false}));
    wrong("full-contrast", "effects", &exported(vec![(vec![garden("a", 0)], vec![off])]));
    let clips = || vec![clip("a", "Bridge Flight.mp4", 0, (0, 9050)), garden("b", 9050)];
    let fade = fade_out("f", "a", (6050, 9050), "ease-out");
    let look = light("e", "a", (0, 4000), "segment");
    wrong("contrast-and-fade", "effects", &exported(vec![(clips(), vec![look, fade])]));
}

#[test]
fn extents_that_are_off() {
    let faded = |from: i64, to: i64| exported(vec![(vec![garden("a", 0)], vec![fade_out("e", "a", (from, to), "linear")])]);
    right("fade-the-last-three", &faded(1960, 5060));
    right("fade-the-last-three", &faded(2000, 5000));
    for (from, to) in [(0, 5060), (1959, 5060), (2161, 5060), (2060, 4959), (0, 3000)] {
        wrong("fade-the-last-three", "extent", &faded(from, to));
    }
    // Light with a hole in it.
    let holes =
        vec![light("e1", "a", (0, 2000), "segment"), with(light("e2", "a", (2500, 5060), "segment"), json!({"stackOrder": 1}))];
    let failed = failed("full-contrast", &exported(vec![(vec![garden("a", 0)], holes)]));
    assert!(failed.contains(&"effects".to_owned()), "{failed:?}");
}

#[test]
fn fades_that_look_otherwise() {
    let faded = |effects: Vec<Value>| exported(vec![(vec![garden("a", 0)], effects)]);
    wrong("fade-the-last-three", "effects", &faded(vec![fade_out("e", "a", (2060, 5060), "ease-in-out")]));
    let opposite = json!({"type": "fade-in", "params": {"fadeStartMs": 2060, "fadeEndMs": 5060, "fromOpacity": 0, "toOpacity": 1, "curve": "linear"}});
    wrong("fade-the-last-three", "effects", &faded(vec![with(fade_out("e", "a", (2060, 5060), "linear"), opposite)]));
}

#[test]
fn a_text_under_the_clip_that_hides_it() {
    let title = with(text("t", "Intro", 0, 2000), json!({"fontSize": 72}));
    let sound = clip("c", "Cymbal.wav", 0, (0, 2070));
    wrong("overlay-title-and-sound", "layers", &plain(vec![vec![garden("a", 0)], vec![title.clone()], vec![sound.clone()]]));
    // A part of the clip above the text is enough to hide it.
    let parts = |id: &str, start: i64, duration: i64| clip(id, "Garden Leap.mp4", start, (start, duration));
    let state = plain(vec![vec![parts("a", 0, 1000)], vec![title.clone()], vec![parts("b", 1000, 4060)], vec![sound.clone()]]);
    wrong("overlay-title-and-sound", "layers", &state);
    let small = with(title, json!({"fontSize": 71}));
    wrong("overlay-title-and-sound", "size", &plain(vec![vec![small], vec![garden("a", 0)], vec![sound]]));
}

#[test]
fn another_medium_of_the_same_times() {
    let state = plain(vec![vec![clip("a", "Bridge Flight.mp4", 0, (0, 5000))]]);
    wrong("first-five-seconds", "clips", &state);
}

#[test]
fn texts_and_colours_that_are_almost_right() {
    let title = |words: &str, own: Value| {
        let black_on_white = json!({"fontColor": "#000000", "backgroundColor": "#ffffffff"});
        plain(vec![vec![with(with(text("t", words, 0, 3000), black_on_white), own)]])
    };
    right("title-card", &title("Welcome", json!({})));
    wrong("title-card", "text", &title("welcome", json!({})));
    wrong("title-card", "text", &title("Wel come", json!({})));
    wrong("title-card", "colors", &title("Welcome", json!({"fontColor": "#010000"})));
    wrong("title-card", "colors", &title("Welcome", json!({"backgroundColor": "#ffffff80"})));
    wrong("title-card", "colors", &title("Welcome", json!({"backgroundColor": "#fffffeff"})));
}

#[test]
fn what_the_page_cannot_have_written_is_a_fault_and_no_mark() {
    let key = proof::key::<Lines>(&VideoEditor, "full-contrast");
    let of = |block: Value, effects: Vec<Value>| exported(vec![(vec![block], effects)]);
    let look = || light("e", "a", (0, 5060), "full-clip");
    let own = |properties: Value| of(with(garden("a", 0), properties), vec![look()]);
    let params = |params: Value| of(garden("a", 0), vec![with(look(), json!({"params": params}))]);
    assert!(key.mark(&of(garden("a", 0), vec![look()]), None).is_some());
    let states = [
        json!({}),
        json!({"app": "modeller", "scenes": []}),
        json!({"app": "video", "exported": true, "project": project(Vec::new())}),
        json!({"app": "video", "exported": {"timeline": "all of it"}, "project": project(Vec::new())}),
        // Times that cannot be.
        own(json!({"startTimeMs": -1})),
        own(json!({"startTimeMs": 1e300})),
        own(json!({"startTimeMs": i64::MAX})),
        own(json!({"startTimeMs": null})),
        own(json!({"durationMs": 0})),
        own(json!({"durationMs": 5061})),
        own(json!({"trimFromStartMs": -100, "trimFromEndMs": 100})),
        own(json!({"trimFromStartMs": i64::MAX})),
        // Media and texts that are none.
        own(json!({"mediaName": "Another.mp4"})),
        own(json!({"mediaType": "AUDIO"})),
        own(json!({"mediaType": "TEXT", "mediaName": "Text block"})),
        of(with(text("a", "T", 0, 5060), json!({"fontColor": "black"})), vec![]),
        of(with(text("a", "T", 0, 5060), json!({"backgroundColor": "#000000"})), vec![]),
        // Ids that two things have, or none.
        plain(vec![vec![garden("a", 0), garden("a", 5060)]]),
        of(garden("e", 0), vec![light("e", "e", (0, 5060), "full-clip")]),
        of(garden("a", 0), vec![light("e", "b", (0, 5060), "full-clip")]),
        // Blocks over each other, tracks without any.
        plain(vec![vec![garden("a", 0), garden("b", 5000)]]),
        plain(vec![vec![garden("a", 0)], vec![]]),
        // Effects beyond their block, or with numbers that the page does not take.
        of(garden("a", 0), vec![light("e", "a", (0, 6000), "segment")]),
        of(garden("a", 0), vec![light("e", "a", (3000, 2000), "segment")]),
        of(garden("a", 0), vec![light("e", "a", (0, 4000), "full-clip")]),
        of(garden("a", 0), vec![light("e", "a", (0, 5060), "everywhere")]),
        of(garden("a", 0), vec![with(look(), json!({"type": "blur"}))]),
        params(json!({"brightness": 0, "contrast": 4, "saturation": 1})),
        params(json!({"brightness": 0, "contrast": null, "saturation": 1})),
        params(json!({"brightness": 0, "contrast": 3})),
        of(garden("a", 0), vec![with(fade_out("e", "a", (0, 5060), "linear"), json!({"type": "fade-in"}))]),
        of(garden("a", 0), vec![fade_out("e", "a", (0, 5060), "bounce")]),
    ];
    for state in states {
        assert!(key.mark(&state, None).is_none(), "{state}");
    }
}

#[test]
fn a_flood_of_blocks_is_marked_all_the_same() {
    let flood: Vec<Value> = (0..400).map(|i| clip(&format!("a{i}"), "Turning Earth.mp4", 5000 * i, (0, 5000))).collect();
    wrong("first-five-seconds", "clips", &plain(vec![flood]));
    let effects: Vec<Value> =
        (0..400).map(|i| with(light(&format!("e{i}"), "a", (0, 5060), "full-clip"), json!({"stackOrder": i}))).collect();
    wrong("full-contrast", "effects", &exported(vec![(vec![garden("a", 0)], effects)]));
}
