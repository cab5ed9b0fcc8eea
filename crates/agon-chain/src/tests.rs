//! What holds for every template: it can be asked on every seed, is solved by its own moves, and gives nothing away.
//! `AGON_CHAIN_SEEDS=1000` tries so many seeds instead of a few, `AGON_CHAIN_SEEDS=250..500` these; `AGON_CHAIN=NAME` one template.

mod leaks;

use crate::browser::TextBrowser;
use crate::leak::forms;
use crate::{Chain, Found, Move, Stage, mark, pose, templates};
use agon_grade::all_of;
use agon_internet::{Internet, of_seed};
use serde_json::Value;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tries the seeds that the user asks for, or a few, on all cores.
fn each_seed(few: u64, attempt: impl Fn(u64) + Sync) {
    let asked = std::env::var("AGON_CHAIN_SEEDS").unwrap_or_else(|_| few.to_string());
    let (from, to) = asked.split_once("..").unwrap_or(("0", &asked));
    let [from, to] = [from, to].map(|end| end.parse::<u64>().expect("AGON_CHAIN_SEEDS is a number, or two with .. between them"));
    let next = AtomicU64::new(from);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < to) {
                    attempt(seed);
                }
            });
        }
    });
}

fn tried() -> Vec<&'static str> {
    let wanted = std::env::var("AGON_CHAIN").ok();
    templates().filter(|name| wanted.as_deref().is_none_or(|wanted| wanted == *name)).collect()
}

fn file(template: &str) -> toml::Table {
    let folder = crate::folder().unwrap();
    let bytes = folder.file(&format!("internet/{template}.toml")).unwrap_or_else(|| panic!("{template} has no task file"));
    toml::from_str(std::str::from_utf8(bytes).unwrap()).unwrap_or_else(|error| panic!("{template}: {error}"))
}

/// Every text of the file that agents are shown, with what is drawn filled in.
fn brief(file: &toml::Table, chain: &Chain) -> Vec<String> {
    let stages = file["stage"].as_array().unwrap().iter().map(|stage| &stage["instruction"]);
    let fill = |text: &toml::Value| {
        let mut text = text.as_str().unwrap().to_owned();
        for (name, value) in &chain.values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    };
    std::iter::once(&file["instruction"]).chain(stages).map(fill).collect()
}

fn failed(stage: &Stage, state: &Value, result: Option<&Value>) -> Vec<String> {
    let marks = all_of(mark(stage, state, result).unwrap());
    marks
        .checks
        .into_iter()
        .filter(|check| !check.passed)
        .map(|check| format!("{}: expected {}, seen {}", check.name, check.expected, check.seen))
        .collect()
}

#[test]
fn each_template_has_a_task_file_of_its_stages() {
    for template in tried() {
        let file = file(template);
        let chain = pose(template, 0).unwrap_or_else(|error| panic!("{error}"));
        let stages = file["stage"].as_array().unwrap();
        assert_eq!(file["draw"]["template"].as_str(), Some(template), "{template}");
        assert_eq!(stages.len(), chain.stages.len(), "{template}");
        assert!((4..=8).contains(&stages.len()), "{template} has {} stages", stages.len());
        let themes = ["science", "finance", "technology", "arts", "policy"];
        let tags: Vec<&str> = file["tags"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(tags.iter().filter(|tag| themes.contains(tag)).count(), 1, "{template} has one theme");
        assert!(tags.iter().any(|tag| ["global", "causal"].contains(tag)), "{template} is global or causal");
        let texts = brief(&file, &chain).join("\n");
        let mut names = BTreeSet::new();
        for (number, (stage, text)) in chain.stages.iter().zip(brief(&file, &chain).iter().skip(1)).enumerate() {
            let in_file = &stages[number];
            assert_eq!(in_file["key"]["stage"].as_str(), Some(format!("{{stage_{}}}", number + 1).as_str()), "{template}");
            assert_eq!(in_file.get("result").is_some(), !stage.elements.is_empty(), "{template} {number}: result");
            assert!(!stage.elements.is_empty() || !stage.goals.is_empty(), "{template} {number} asks for nothing");
            for found in &stage.elements {
                let name = &found.element.name;
                assert!(text.contains(&format!("`{name}`")), "{template}: stage {} does not ask for `{name}`", number + 1);
                assert!(names.insert(name.clone()), "{template}: {name} is asked for twice");
            }
            // Some stage of interaction is missed by those who only read, and each has a slip.
            for goal in &stage.goals {
                assert!(stage.slips.iter().any(|slip| slip.fails == goal.name), "{template}: nothing fails {}", goal.name);
            }
        }
        for (name, value) in &chain.values {
            assert!(texts.contains(value.as_str()), "{template}: {name} stands nowhere");
        }
        assert!(!texts.contains('{'), "{template}: something is not filled in: {texts}");
    }
}

/// A form, a filter, a preference, an order, a download, a bookmark: something is done, not only read.
#[test]
fn half_of_the_stages_are_interactive() {
    let stages: Vec<Stage> = templates().flat_map(|template| pose(template, 0).unwrap().stages).collect();
    let is_work =
        |step: &Move| matches!(step, Move::Fill { .. } | Move::FillNext { .. } | Move::Choose { .. } | Move::Tick { .. });
    let is_interactive = |stage: &&Stage| !stage.goals.is_empty() || stage.moves.iter().any(is_work);
    let interactive = stages.iter().filter(is_interactive).count();
    assert!(2 * interactive >= stages.len(), "{interactive} of {}", stages.len());
}

#[test]
fn every_seed_has_a_chain_of_every_template() {
    let missing = Mutex::new(Vec::new());
    each_seed(20, |seed| {
        let errors = tried().into_iter().filter_map(|template| pose(template, seed).err());
        missing.lock().unwrap().extend(errors.map(|error| error.to_string()));
    });
    let missing = missing.into_inner().unwrap();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_seed_is_solved_by_the_experts_moves() {
    each_seed(4, |seed| {
        for template in tried() {
            let chain = pose(template, seed).unwrap_or_else(|error| panic!("{error}"));
            solve(template, &of_seed(chain.seed), &chain);
            leaks::check_brief(template, &chain);
        }
    });
}

fn solve(template: &str, internet: &Internet, chain: &Chain) {
    let mut browser = TextBrowser::new(internet);
    for (number, stage) in chain.stages.iter().enumerate() {
        let about = format!("{template}@{} stage {}", chain.seed, number + 1);
        let before = browser.clone();
        let right = stage.result();
        if !stage.goals.is_empty() {
            assert!(!failed(stage, &before.state(), right.as_ref()).is_empty(), "{about} is done before it begins");
        }
        browser.perform_all(&stage.moves).unwrap_or_else(|problem| panic!("{about}: {problem}"));
        assert_eq!(failed(stage, &browser.state(), right.as_ref()), Vec::<String>::new(), "{about}");
        assert_eq!(
            failed(stage, &browser.state(), stage.same_result().as_ref()),
            Vec::<String>::new(),
            "{about}, in other words"
        );
        for (name, wrong) in stage.wrong_results() {
            let failed = failed(stage, &browser.state(), Some(&wrong));
            assert!(failed.len() == 1 && failed[0].starts_with(&format!("{name}:")), "{about}: a wrong {name} gives {failed:?}");
        }
        for slip in &stage.slips {
            let mut careless = before.clone();
            careless.perform_all(&slip.moves).unwrap_or_else(|problem| panic!("{about}, {}: {problem}", slip.name));
            let failed = failed(stage, &careless.state(), right.as_ref());
            assert!(
                failed.iter().any(|check| check.starts_with(&format!("{}:", slip.fails))),
                "{about}, {}: {failed:?}",
                slip.name
            );
        }
        for found in &stage.elements {
            evidence(&about, internet, &browser, found);
        }
    }
}

/// The pages of an element were opened, and tell it.
fn evidence(about: &str, internet: &Internet, browser: &TextBrowser<'_>, found: &Found) {
    let name = &found.element.name;
    assert!(!found.pages.is_empty(), "{about}: no page tells {name}");
    for page in &found.pages {
        assert!(browser.visited.contains(page), "{about}: {page} tells {name} and was not opened; opened: {:?}", browser.visited);
        let text = internet.text(page).unwrap_or_else(|| panic!("{about}: {page} has no text"));
        if found.is_told {
            let texts = forms(&found.element.wanted);
            assert!(
                texts.iter().any(|any| any.iter().all(|form| text.contains(form.as_str()))),
                "{about}: {page} does not tell {name}, {texts:?}"
            );
        }
    }
}

#[test]
fn what_does_not_exist_is_told() {
    let told = pose("weather", 0).unwrap_err().to_string();
    assert!(told.starts_with("there is no template called \"weather\"; there are "), "{told}");
}
