//! The rules of the matchstick equation, written from the paper's description and sample episode.

use super::*;
use crate::worlds::published;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn params(hard: bool) -> Params {
    Params { break_moves: if hard { 2 } else { 1 }, ..Params::default() }
}

fn riddle(seed: u64, hard: bool) -> Riddle {
    Riddle::new(generate::generate(&params(hard), seed).expect("fair parameters"), &params(hard))
}

fn laid(text: &str) -> Riddle {
    Riddle::new(text.chars().map(|symbol| glyph::segments(symbol).unwrap()).collect(), &params(true))
}

fn written(riddle: &Riddle) -> String {
    equation::written(&riddle.symbols)
}

fn do_call(riddle: &mut Riddle, text: &str) -> Effect {
    let functions = riddle.functions();
    let (function, args) = Function::bind(&functions, &text.parse().unwrap()).unwrap();
    riddle.apply(&function.name, &args)
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(MatchstickEquation.mark(state).unwrap()).passed
}

fn play(riddle: &Riddle, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(riddle.clone()), Switches::default());
    for call in calls {
        let reaction = episode.act(&call.clone().into());
        assert_eq!(reaction.status, Status::Executed, "{call}: {}", reaction.feedback);
    }
    episode.puzzle().state()
}

#[test]
fn the_papers_episode_plays_as_printed() {
    let mut riddle = laid("0-73/3=99");
    assert!(!passes(&riddle.state()));
    let expected = [
        ("('move', [7, 5, 0, 6])", "8-73/3=39"),
        ("('undo', 'undo')", "0-73/3=99"),
        ("('move', [2, 0, 1, 7])", "0+13/3=99"),
        ("('move', [7, 5, 4, 8])", "0+13*3=39"),
    ];
    for (call, after) in expected {
        assert!(matches!(do_call(&mut riddle, call), Effect::Executed(_)), "{call}");
        assert_eq!(written(&riddle), after);
    }
    assert!(passes(&riddle.state()));
}

#[test]
fn feedback_tells_breaches_apart() {
    let mut riddle = laid("0-73/3=99");
    for (call, says) in [
        ("('move', [2, 0, 2, 6])", "another symbol"),
        ("('move', [2, 6, 1, 7])", "no match at segment 6"),
        ("('move', [2, 0, 3, 0])", "already has a match at segment 0"),
        ("('move', [0, 0, 1, 7])", "without the match at segment 0, symbol 0"),
        ("('move', [6, 11, 1, 7])", "without the match at segment 11, symbol 6"),
        ("('move', [2, 0, 6, 10])", "with a match at segment 10, symbol 6"),
        ("('undo', 'undo')", "no move to take back"),
    ] {
        let effect = do_call(&mut riddle, call);
        assert!(matches!(&effect, Effect::Blocked(text) if text.contains(says)), "{call}: {effect:?}");
        assert_eq!(written(&riddle), "0-73/3=99");
    }
}

#[test]
fn equations_are_evaluated_as_mathematics_does() {
    for text in ["1+2=3", "0+13*3=39", "8/2/2=2", "9-3-2=4", "2-5+4=1", "1/3*3=1", "6=6", "05+01=6", "7-3/1*2=1", "2+3=10/2"] {
        assert!(equation::is_true(text), "{text}");
    }
    for text in ["1+2=4", "1+2", "7/0=0", "0/0=1", "=", "1=", "1+=1", "-1+2=1", "1=1=1", "2*3+1=8", "8/3=2", "1?=1", "7/2*2=6"] {
        assert!(!equation::is_true(text), "{text}");
    }
    assert_eq!(equation::value("1/2-3/4"), Some((-1, 4)));
}

#[test]
fn digits_lose_and_gain_matches_as_seven_segment_glyphs_do() {
    // All pairs of symbols that differ by one match, found by hand.
    let pairs = ["71", "80", "86", "89", "93", "95", "65", "+-", "*/"];
    let count = glyph::GLYPHS
        .iter()
        .flat_map(|a| glyph::GLYPHS.iter().map(move |b| (a, b)))
        .filter(|((_, more), (_, less))| more & less == *less && (more & !less).count_ones() == 1)
        .inspect(|((a, _), (b, _))| assert!(pairs.contains(&format!("{a}{b}").as_str()), "{a} to {b}"))
        .count();
    assert_eq!(count, pairs.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn riddles_are_wrong_and_take_exactly_the_break_moves(seed: u64, hard: bool) {
        let riddle = riddle(seed, hard);
        prop_assert!(!passes(&riddle.state()));
        prop_assert_eq!(riddle.way().2.len(), if hard { 2 } else { 1 });
    }

    #[test]
    fn only_moves_between_readable_symbols_are_allowed(seed: u64, tries in prop::collection::vec((0usize..20, 0usize..13, 0usize..20, 0usize..13), 60)) {
        let mut riddle = riddle(seed, true);
        let start = written(&riddle);
        let count = riddle.symbols.len();
        let mut made = 0;
        for (i, s, j, t) in tries {
            let (i, j) = (i % count, j % count);
            let before = riddle.symbols.clone();
            let legal = equation::moves(&before).contains(&Move { from: i, from_segment: s, to: j, to_segment: t });
            match do_call(&mut riddle, &format!("('move', [{i}, {s}, {j}, {t}])")) {
                Effect::Blocked(_) => prop_assert!(!legal && riddle.symbols == before),
                Effect::Executed(_) => {
                    made += 1;
                    prop_assert!(legal && !written(&riddle).contains('?'));
                    let matches = |symbols: &Symbols| symbols.iter().map(|s| s.count_ones()).sum::<u32>();
                    prop_assert_eq!(matches(&before), matches(&riddle.symbols));
                }
            }
        }
        for _ in 0..made {
            do_call(&mut riddle, "('undo', 'undo')");
        }
        prop_assert_eq!(written(&riddle), start);
    }

    #[test]
    fn every_strategy_mends_and_keeps_the_asked_length(seed: u64, hard: bool, extra in 0usize..12) {
        let riddle = riddle(seed, hard);
        let fewest = riddle.way().2.len();
        let mut rng = Rng::new("test", seed);
        for strategy in MatchstickEquation.strategies() {
            for length in [None, Some(fewest + extra)] {
                let calls = riddle.solve(&mut Solve { strategy, length, rng: &mut rng });
                prop_assert!(passes(&play(&riddle, &calls)), "{}", strategy);
                match (*strategy, length) {
                    ("bfs", _) => prop_assert_eq!(calls.len(), fewest),
                    ("sos", Some(length)) => prop_assert_eq!(calls.len(), length - extra % 2),
                    (_, Some(length)) => prop_assert!(calls.len() <= length),
                    _ => (),
                }
            }
        }
    }

    #[test]
    fn near_misses_miss_and_secrets_stay_secret(seed: u64, hard: bool) {
        let riddle = riddle(seed, hard);
        let misses = riddle.near_misses();
        prop_assert!(misses.len() >= 2);
        for miss in misses {
            let marks = agon_grade::all_of(MatchstickEquation.mark(&play(&riddle, &miss.calls)).unwrap());
            prop_assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
        }
        let brief = Episode::new(Box::new(riddle.clone()), Switches::default()).brief("").instruction;
        let seen = format!("{brief}\n{}", riddle.text().unwrap());
        prop_assert!(riddle.secrets().iter().all(|secret| !seen.contains(secret)), "{}", brief);
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_use_all_operators() {
    let mut seen = String::new();
    for (hard, steps) in [(false, 20), (true, 30)] {
        for seed in 0..150 {
            let riddle = riddle(seed, hard);
            seen.push_str(&written(&riddle));
            let mut rng = Rng::new("test", seed);
            for strategy in MatchstickEquation.strategies() {
                let calls = riddle.solve(&mut Solve { strategy, length: Some(steps - 1), rng: &mut rng });
                assert!(calls.len() < steps, "{strategy} with seed {seed}");
            }
            assert!(passes(&riddle.goal().unwrap().state()));
        }
    }
    for (symbol, _) in glyph::GLYPHS {
        assert!(seen.contains(symbol), "{symbol} never appears");
    }
}

#[test]
fn a_search_tries_dead_ends_and_takes_them_back() {
    let mut rng = Rng::new("test", 1);
    let lengths: Vec<usize> = (0..20)
        .map(|seed| riddle(seed, false).solve(&mut Solve { strategy: "dfs", length: None, rng: &mut rng }).len())
        .collect();
    assert!(lengths.iter().any(|length| *length > 10), "{lengths:?}");
    assert!(lengths.iter().all(|length| length % 2 == 1), "{lengths:?}");
}

#[test]
fn mending_goes_on_from_anywhere() {
    let mut riddle = riddle(3, false);
    let mut rng = Rng::new("test", 3);
    for _ in 0..6 {
        let step = *rng.choose(&equation::moves(&riddle.symbols)).unwrap();
        do_call(&mut riddle, &to_call(Action::Move(step)).to_string());
    }
    let calls = riddle.solve(&mut Solve { strategy: "bfs", length: None, rng: &mut rng });
    assert!(passes(&play(&riddle, &calls)));
}

#[test]
fn symbols_are_drawn_in_characters() {
    let text = laid("8-1*3/7=40+2569").text().unwrap();
    let expected = [
        r" _             \ /   _    /   _              _         _    _    _    _",
        r"|_|  ___    |   X    _|  /     |  ___  |_|  | |  _|_   _|  |_   |_   |_|",
        r"|_|         |  / \   _| /      |  ___    |  |_|   |   |_    _|  |_|   _|",
        r" 0    1    2    3    4    5    6    7    8    9    10   11   12   13   14",
    ];
    let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    for (line, expected) in text.lines().zip(expected) {
        assert_eq!(squeeze(line), squeeze(expected), "\n{text}");
    }
    // No two symbols look alike.
    let looks: Vec<String> = glyph::GLYPHS.iter().map(|(_, segments)| text::text(&vec![*segments])).collect();
    assert!(looks.iter().enumerate().all(|(i, look)| !looks[..i].contains(look)));
}

#[test]
fn frames_differ_by_symbol_and_fit_any_count() {
    for text in ["1+1=3", "99*99-99/99=99", "0-73/3=99"] {
        let riddle = laid(text);
        assert_eq!(riddle.frame_size(), (600, 160));
        let mut canvas = Canvas::new(600, 160);
        riddle.draw(&mut canvas);
        let mut after = Canvas::new(600, 160);
        riddle.goal().unwrap_or_else(|| Box::new(riddle.clone())).draw(&mut after);
        let same = after == canvas;
        assert_eq!(same, riddle.mended() == riddle.symbols, "{text}");
    }
}

#[test]
fn looks_do_not_change_the_riddle() {
    let with = |json: Value| MatchstickEquation.start(json.as_object().unwrap(), 8).unwrap().state();
    assert_eq!(with(json!({})), with(json!({"frame_px": 900, "places": "numbered"})));
}

#[test]
fn impossible_parameters_and_foreign_states_are_refused() {
    let start =
        |json: Value| MatchstickEquation.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"break_moves": 0})).contains("break_moves: must be between 1 and 3"));
    assert!(start(json!({"min_operands": 3, "max_operands": 2})).contains("max_operands: must be between 3 and 4"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    assert!(start(json!({"places": "all"})).contains("places"));
    assert_eq!(start(json!({"break_moves": 3, "max_operands": 2})), "");
    for state in [json!({"agent": 1}), json!({"symbols": [[13]]}), json!({"symbols": []}), json!({"symbols": [["a"]]})] {
        assert!(MatchstickEquation.mark(&state).is_none(), "{state}");
    }
    assert!(!passes(&json!({"symbols": [[0], [11, 12], [0]]})));
}

fn broken(text: &str) -> Value {
    let symbols: Vec<String> = text.chars().map(String::from).collect();
    json!({"broken": symbols})
}

#[test]
fn a_published_episode_is_played_to_its_end() {
    // 8-4=10 is wrong: the eight gives its middle match to the minus, 0+4=10 is wrong too; its top right to the minus: 6+4=10.
    let calls = ["('move', [0, 1, 1, 7])", "('stop', 'stop')"];
    published::replay(&MatchstickEquation, &json!({}), &broken("8-4=10"), &calls);
    let paper = json!({"break_moves": 1, "move_budget": true, "equations": "published"});
    let with_undo = ["('move', [0, 6, 1, 7])", "('undo', 'undo')", "('move', [0, 1, 1, 7])", "('stop', 'stop')"];
    let episode = published::replay(&MatchstickEquation, &paper, &broken("8-4=10"), &with_undo);
    assert_eq!(episode.puzzle().state()["budget"], 1);
}

#[test]
fn no_more_moves_stand_than_the_budget_allows() {
    let paper = json!({"break_moves": 1, "move_budget": true});
    let mut episode = published::start(&MatchstickEquation, &paper, &broken("8-4=10")).unwrap();
    assert!(episode.brief("").instruction.contains("At most one move may stand at once"));
    let mut act = |call: &str| episode.act(&call.parse::<Call>().unwrap().into());
    assert_eq!(act("('move', [0, 6, 1, 7])").status, Status::Executed);
    let refused = act("('move', [1, 7, 0, 6])");
    assert_eq!((refused.status, refused.feedback.contains("take one back")), (Status::Blocked, true));
    assert_eq!(act("('undo', 'undo')").status, Status::Executed);
    assert_eq!(act("('undo', 'undo')").status, Status::Blocked);
    assert_eq!(act("('move', [0, 1, 1, 7])").status, Status::Executed);
    assert!(passes(&episode.puzzle().state()));
    // Without a budget the same moves go on.
    let mut free = published::start(&MatchstickEquation, &json!({}), &broken("8-4=10")).unwrap();
    for call in ["('move', [0, 6, 1, 7])", "('move', [1, 7, 0, 6])"] {
        assert_eq!(free.act(&call.parse::<Call>().unwrap().into()).status, Status::Executed);
    }
}

#[test]
fn states_that_are_no_riddle_are_refused() {
    let refused = |state: Value| published::refusal(&MatchstickEquation, &state);
    assert!(refused(broken("8-x=10")).contains("broken must be a list of symbols"));
    assert!(refused(broken("1+")).contains("3 to 30 symbols, got 2"));
    assert!(refused(broken("1=7777")).contains("cannot be made true by 3 moves"));
    assert!(refused(json!({"symbols": [[0], [6], [11, 12]]})).contains("symbol 0 form no symbol"));
    let state = json!({"symbols": [[0, 1, 2, 3, 4, 5], [11, 12], [0, 1, 2, 3, 4, 5]], "moves": [[0, 6, 2, 7]]});
    assert!(refused(state).contains("move 0 cannot have led here"));
}
