use crate::made::{self, Book, scored};
use agon_report::compare::pairs_text;
use agon_report::{AgentPairs, HtmlOptions, Paint, Runs, Summary, TableOptions, csv, html, runs, table};

/// Ten instances of one task, of which each agent passes its first few, each twice.
fn book(name: &str, agents: &[(&str, u64)]) -> Book {
    let mut book = Book::new(name, &agents.iter().map(|(agent, _)| *agent).collect::<Vec<_>>());
    for seed in 0..10 {
        for repeat in 0..2 {
            for (agent, passes) in agents {
                let instance = format!("gym/maze-2d/easy@{seed}");
                book.trial(agent, &instance, repeat, vec![scored(seed < *passes, 5)]);
            }
        }
    }
    book
}

#[test]
fn agents_of_one_run_are_compared_pairwise() {
    let written = book("three", &[("a", 9), ("b", 2), ("c", 8)]).write();
    let found = AgentPairs::of(&written.run).unwrap();
    let named: Vec<(&str, &str)> =
        found.pairs.iter().map(|pair| (pair.comparison.first.as_str(), pair.comparison.second.as_str())).collect();
    assert_eq!(named, [("a", "b"), ("a", "c"), ("b", "c")]);
    let [a_b, a_c, b_c] = [0, 1, 2].map(|place: usize| found.pairs[place].comparison.difference.unwrap());
    // Seven instances were lost and none won; that each was sat twice adds nothing.
    let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    assert_eq!((a_b.instances, a_b.pairs), (10, 20));
    assert!(near(&[a_b, a_c, b_c].map(|found| found.p_value), &[0.015625, 1.0, 0.03125]));
    let corrected: Vec<f64> = found.pairs.iter().map(|pair| pair.p_corrected).collect();
    assert!(near(&corrected, &[0.046875, 1.0, 0.0625]), "{corrected:?}");
    insta::assert_snapshot!(pairs_text(&found, &TableOptions::default()), @"
    agents compared over the same trials
    agent  against  pairs  difference  95% interval     won  lost  same       p  p corrected
    ────────────────────────────────────────────────────────────────────────────────────────
    b      a           20       −70.0  −100.0 to −40.0    0    14     6  0.0156       0.0469
    c      a           20       −10.0  −30.0 to 0.0       0     2    18  1.0000       1.0000
    c      b           20       +60.0  +30.0 to +90.0    12     0     8  0.0313       0.0625
    difference of the success rates in percentage points; won: passed where the other did not; void and
      missing trials count as not passed; interval (bootstrap) and p (exact sign-flip test) go by
      instance; p corrected is Holm's correction for 3 comparisons
    ");
}

#[test]
fn one_agent_and_many_agents() {
    assert_eq!(AgentPairs::of(&book("one", &[("a", 9)]).write().run), None);
    let names: Vec<String> = (0..12).map(|number| format!("agent-{number}")).collect();
    let agents: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 5)).collect();
    let found = AgentPairs::of(&book("many", &agents).write().run).unwrap();
    assert!(found.only_with_first && found.pairs.len() == 11);
    assert!(found.pairs.iter().all(|pair| pair.comparison.first == "agent-0"));
}

#[test]
fn the_page_compares_agents_too() {
    let page = |agents: &[(&str, u64)]| html::page(&[&book("r", agents).write().run], &HtmlOptions::default()).unwrap();
    assert!(page(&[("a", 9), ("b", 2)]).contains("<h2>Agents compared</h2>"));
    assert!(!page(&[("a", 9)]).contains("Agents compared"));
}

#[test]
fn any_number_of_runs_makes_one_table() {
    let written = [("first", "a", 9), ("second", "a", 2), ("third", "other", 9)].map(|(name, agent, passes)| {
        let agents = [(agent, passes), ("b", 5)];
        book(name, if name == "third" { &agents[..1] } else { &agents }).write()
    });
    let all = Runs::of(&written.iter().map(|written| &written.run).collect::<Vec<_>>());
    insta::assert_snapshot!(runs::text(&all, &TableOptions { paint: Paint::Plain, width: None }), @"
                                                  mean per trial
    run     agent  success  95% interval  passed  score  steps   time  tokens     cost
    ──────────────────────────────────────────────────────────────────────────────────
    first   a       90.0%   59.6–98.2      18/20   0.93    5.0  2.5 s    5.0k  $0.0100
            b       50.0%   23.7–76.3      10/20   0.62    5.0  2.5 s    5.0k  $0.0100
    second  a       20.0%   5.7–51.0        4/20   0.40    5.0  2.5 s    5.0k  $0.0100
            b       50.0%   23.7–76.3      10/20   0.62    5.0  2.5 s    5.0k  $0.0100
    third   other   90.0%   59.6–98.2      18/20   0.93    5.0  2.5 s    5.0k  $0.0100

                                                                    mean per trial
    task              run     agent  success  95% interval  passed  score  steps   time  tokens     cost
    ────────────────────────────────────────────────────────────────────────────────────────────────────
    gym/maze-2d/easy  first   a       90.0%   59.6–98.2      18/20   0.93    5.0  2.5 s    5.0k  $0.0100
                      first   b       50.0%   23.7–76.3      10/20   0.62    5.0  2.5 s    5.0k  $0.0100
                      second  a       20.0%   5.7–51.0        4/20   0.40    5.0  2.5 s    5.0k  $0.0100
                      second  b       50.0%   23.7–76.3      10/20   0.62    5.0  2.5 s    5.0k  $0.0100
                      third   other   90.0%   59.6–98.2      18/20   0.93    5.0  2.5 s    5.0k  $0.0100

    against first
    run     agent  pairs  difference  95% interval     won  lost  same       p
    ──────────────────────────────────────────────────────────────────────────
    second  a         20       −70.0  −100.0 to −40.0    0    14     6  0.0156
    second  b         20         0.0  0.0 to 0.0         0     0    20  1.0000
    difference of the success rates in percentage points; won: passed where the other did not; void and missing trials count
      as not passed; interval (bootstrap) and p (exact sign-flip test) go by instance
    note: third is not compared: the runs have no agent label in common (a, b against other); give the agents the same
      label, or compare two runs of one agent each

    first
    n = 10 instances × 2 repeats: repeats of one instance are not independent, so intervals and errors go by instance

    second
    n = 10 instances × 2 repeats: repeats of one instance are not independent, so intervals and errors go by instance

    third
    n = 10 instances × 2 repeats: repeats of one instance are not independent, so intervals and errors go by instance
    ");
    let value = serde_json::to_value(&all).unwrap();
    assert_eq!((value["runs"].as_array().unwrap().len(), value["comparisons"].as_array().unwrap().len()), (3, 2));
    assert!(value["comparisons"][1]["not_compared"].as_str().unwrap().contains("no agent label in common"));
}

#[test]
fn runs_of_one_name_are_told_apart_by_their_folders() {
    let written = [1, 2, 3].map(|passes| book("same", &[("a", passes)]).write());
    let runs: Vec<_> = written.iter().map(|written| &written.run).collect();
    let names: Vec<String> = Runs::of(&runs).runs.into_iter().map(|summary| summary.run).collect();
    assert_eq!(names, runs.iter().map(|run| run.folder().display().to_string()).collect::<Vec<_>>());
    let csv = csv::text(&runs, false, &[]);
    assert_eq!(csv.lines().count(), 61);
    assert!(csv.starts_with("run,trial,agent,"), "{csv}");
    assert!(csv.lines().last().unwrap().starts_with(&format!("{},19,a,", names[2])), "{csv}");
}

#[test]
fn without_a_width_nothing_is_cut_or_left_out() {
    let mut book = made::small();
    let long = "gym/a-world-with-a-very-long-name-indeed-that-goes-on/and-a-long-preset@1";
    book.trial("model-a", long, 0, vec![made::scored(true, 4)]);
    let summary = Summary::of(&book.write().run);
    let cut = table::text(&summary, &TableOptions { paint: Paint::Plain, width: Some(60) });
    let whole = table::text(&summary, &TableOptions { paint: Paint::Plain, width: None });
    assert!(cut.contains('…') && !cut.contains("effective n"), "{cut}");
    assert!(!whole.contains('…') && whole.contains(long.trim_end_matches("@1")), "{whole}");
    for column in ["mean per trial", "score", "steps", "time", "tokens", "cost", "effective n"] {
        assert!(whole.contains(column), "{column}: {whole}");
    }
}
