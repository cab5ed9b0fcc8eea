use crate::made::{self, Attempt, Book, scored, step_of, void};
use agon_core::{Action, Call, Cause, Event, Image, Status};
use agon_report::{HtmlOptions, html};
use serde_json::{Value, json};

const ATTACK: &str =
    "</script><script>document.title='broken'</script><img src=x onerror=document.title='broken'>\" onmouseover='x()' <!--";

/// One of the JSON blocks of a page, as a browser would read it.
fn block(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let rest = &page[page.find(&start).unwrap() + start.len()..];
    serde_json::from_str(&rest[..rest.find("</script>").unwrap()]).unwrap()
}

fn shades(from: u8, count: u8) -> Vec<Image> {
    (from..from + count).map(|shade| Image::rgb8(4, 4, vec![shade; 48])).collect()
}

/// Hostile words wherever words can stand.
pub(crate) fn hostile() -> Book {
    let mut book = Book::new(ATTACK, &[ATTACK]);
    let events = vec![
        Event::Note { kind: ATTACK.into(), content: json!(ATTACK) },
        Event::Step(step_of(1, Action::Text { text: ATTACK.into() }, Status::Malformed, ATTACK)),
        Event::Note { kind: "thought".into(), content: json!({ "deep": ATTACK }) },
    ];
    let mut attempt = Attempt { events, instruction: ATTACK.into(), ..scored(false, 1) };
    if let agon_core::Verdict::Scored(marks) = &mut attempt.verdict {
        marks.checks[1].name = ATTACK.into();
        marks.checks[1].seen = ATTACK.into();
    }
    attempt.totals.actions = [(ATTACK.to_owned(), 1)].into();
    book.trial(ATTACK, &format!("gym/{}/easy@1", ATTACK.replace(['/', '@'], "")), 0, vec![attempt]);
    book.trial(ATTACK, "gym/maze-2d/easy@2", 0, vec![void(Cause::World, ATTACK), void(Cause::Model, ATTACK)]);
    book
}

#[test]
fn what_an_agent_says_stays_text() {
    let book = hostile();
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();

    let scripts: Vec<&str> = page.match_indices("<script").map(|(at, _)| &page[at..(at + 40).min(page.len())]).collect();
    assert_eq!(scripts.len(), 4, "three of data and one of our own: {scripts:?}");
    assert_eq!(page.matches("</script").count(), 4);
    assert!(!page.contains("<img src=x") && !page.contains("<!--") && !page.contains("' onmouseover='"));
    assert!(!page.contains("='broken'>"), "quotes and greater-than signs are escaped as well");
    let details = block(&page, "details");
    assert_eq!(details["0:0"]["steps"][1]["feedback"], ATTACK, "the text itself is kept");
    assert_eq!(details["0:0"]["steps"][1]["notes"][0]["text"], ATTACK);
    assert_eq!(details["0:0"]["checks"][1]["seen"], ATTACK);
    assert_eq!(block(&page, "index")["agents"][0], ATTACK);
}

#[test]
fn the_page_asks_for_nothing() {
    let page = html::page(&[&made::small().write().run], &HtmlOptions::default()).unwrap();
    assert!(page.contains("default-src 'none'"));
    for outside in ["http://", "https://", "src=\"//", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_planned_trial_is_in_the_list() {
    let page = html::page(&[&made::small().write().run], &HtmlOptions::default()).unwrap();
    let index = block(&page, "index");
    let outcomes: Vec<&str> = index["trials"]["outcome"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(outcomes.len(), 16);
    for (word, count) in [("passed", 11), ("failed", 3), ("void", 1), ("missing", 1)] {
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == word).count(), count, "{word}");
    }
    assert_eq!(index["retries"].as_object().unwrap().len(), 2);
    assert!(page.contains("2 of 8 planned trials have no score and count as not passed: 1 void (model 1), 1 missing"));
}

#[test]
fn each_content_is_embedded_once() {
    let mut book = Book::new("frames", &["a", "b"]);
    for agent in ["a", "b"] {
        book.trial(agent, "gym/maze-2d/easy@1", 0, vec![Attempt { frames: shades(10, 4), ..scored(true, 3) }]);
    }
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();
    let frames = block(&page, "frames");
    assert_eq!(frames.as_object().unwrap().len(), 4);
    assert!(frames.as_object().unwrap().values().all(|uri| uri.as_str().unwrap().starts_with("data:image/png;base64,")));
    let detail = &block(&page, "details")["0:1"];
    assert_eq!(detail["frames_left_out"], 0);
    let hash = detail["steps"][3]["frames"][0]["hash"].as_str().unwrap();
    assert!(frames.get(hash).is_some());
}

#[test]
fn voids_and_failures_get_frames_first_but_no_task_takes_all() {
    let mut book = Book::new("many", &["a", "b"]);
    for seed in 0..10u64 {
        for (agent, passed) in [("a", true), ("b", seed > 1)] {
            let from = (seed as u8) * 20 + if agent == "a" { 0 } else { 10 };
            let made = Attempt { frames: shades(from, 4), ..scored(passed, 3) };
            book.trial(agent, &format!("gym/maze-2d/easy@{seed}"), 0, vec![made]);
        }
    }
    let broken = Attempt { frames: shades(250, 2), ..void(Cause::World, "gone") };
    book.trial("a", "gym/maze-2d/hard@1", 0, vec![broken]);
    let options = HtmlOptions { max_trials_with_frames: 4, max_trials_with_steps: 6, ..HtmlOptions::default() };
    let written = book.write();
    let details = block(&html::page(&[&written.run], &options).unwrap(), "details");
    let with_frames = |trial: u32| details[format!("0:{trial}")]["frames_left_out"] == 0;
    assert_eq!(details.as_object().unwrap().len(), 6);
    assert!(with_frames(20) && with_frames(1) && with_frames(3), "the void and both failures");
    assert!(with_frames(0), "and a success");
    let left_out = details.as_object().unwrap().values().find(|detail| detail["frames_left_out"] != 0).unwrap();
    let file = left_out["steps"][0]["frames"][0]["file"].as_str().unwrap();
    assert!(file.starts_with("frames/") && written.run.folder().join(file).exists(), "{file}");
}

#[test]
fn the_byte_budget_holds() {
    let mut book = Book::new("heavy", &["a"]);
    for seed in 0..4u64 {
        let noise = |step: u64| {
            let mut rng = agon_core::Rng::new("noise", seed * 100 + step);
            Image::rgb8(64, 64, (0..64 * 64 * 3).map(|_| rng.below(256) as u8).collect())
        };
        let frames = (0..9).map(noise).collect();
        book.trial("a", &format!("gym/maze-2d/easy@{seed}"), 0, vec![Attempt { frames, ..scored(false, 8) }]);
    }
    let options = HtmlOptions { max_bytes: 200_000, ..HtmlOptions::default() };
    let page = html::page(&[&book.write().run], &options).unwrap();
    let (frames, details) = (block(&page, "frames"), block(&page, "details"));
    assert!(frames.to_string().len() + details.to_string().len() <= 200_000);
    assert_eq!(details.as_object().unwrap().len(), 4);
    for detail in details.as_object().unwrap().values() {
        let shown = detail["steps"].as_array().unwrap().iter().filter(|step| step["frames"][0].get("file").is_none()).count();
        assert!((1..9).contains(&shown), "each trial shows some of its course: {shown}");
    }
}

#[test]
fn lost_logs_and_frames_do_not_cost_the_report() {
    let mut book = Book::new("lost", &["a"]);
    for seed in 0..2 {
        let made = Attempt { frames: shades(10 * seed + 1, 2), ..scored(true, 1) };
        book.trial("a", &format!("gym/maze-2d/easy@{seed}"), 0, vec![made]);
    }
    let written = book.write();
    std::fs::remove_file(written.run.folder().join("trials/0000/000000-1.jsonl")).unwrap();
    std::fs::remove_dir_all(written.run.folder().join("frames")).unwrap();
    let page = html::page(&[&written.run], &HtmlOptions::default()).unwrap();
    let details = block(&page, "details");
    assert_eq!(details["0:0"]["problem"], "the log could not be read");
    assert_eq!(details["0:1"]["frames_left_out"], 2);
}

#[test]
fn calls_are_shown_in_the_form_the_prompts_teach() {
    let mut book = Book::new("calls", &["a"]);
    let step = step_of(1, Call::new("move", json!([7, 1])).into(), Status::Blocked, "A wall.");
    book.trial(
        "a",
        "gym/maze-2d/easy@18446744073709551615",
        0,
        vec![Attempt { events: vec![Event::Step(step)], ..scored(false, 1) }],
    );
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();
    let step = &block(&page, "details")["0:0"]["steps"][1];
    assert_eq!((step["action"].as_str(), step["status"].as_str()), (Some("('move', (7, 1))"), Some("blocked")));
    assert_eq!(block(&page, "index")["trials"]["seed"][0], "18446744073709551615", "seeds are wider than JavaScript's numbers");
}

#[test]
fn what_rests_on_an_agents_word_is_marked() {
    let mut book = made::half_claimed();
    let usage = agon_core::Usage { tokens_in: 900, tokens_out: 60, ..Default::default() };
    let stop = step_of(1, Call::bare("stop").into(), Status::Executed, "You stopped.");
    let events = vec![Event::Spent { usage, who: None, claimed: true }, Event::Step(stop)];
    book.trial("outside", "gym/maze-2d/easy@3", 0, vec![made::claimed(Attempt { events, ..scored(true, 1) })]);
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();
    assert_eq!(block(&page, "index")["claimed"], json!(["0:1", "0:3", "0:4"]));
    assert_eq!(
        block(&page, "details")["0:4"]["steps"][1]["notes"][0]["text"],
        "900 tokens in, 60 out, 0.0 s of model time, as the agent reported"
    );
    assert!(page.contains("<p class=\"hint\">† tokens and cost as the agent reported"));
    // Tokens and cost of the one agent, by itself and by task; and the run's three sums.
    assert_eq!(page.matches("not measured by Agon\">†</abbr>").count(), 2 * 2 + 3);

    let measured = html::page(&[&made::small().write().run], &HtmlOptions::default()).unwrap();
    assert!(!measured.contains("†</abbr>") && !measured.contains("<p class=\"hint\">†"));
}
