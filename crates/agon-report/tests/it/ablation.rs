use crate::made::{Book, Written, scored, void};
use agon_core::Cause;
use agon_record::{Ablation, AblationMode, Factor};
use agon_report::{AblationFigures, Comparison, HtmlOptions, Level, Paint, Summary, TableOptions, csv, html, table};
use serde_json::{Value, json};

fn ablation(mode: AblationMode) -> Ablation {
    let factor = |name: &str, values: Value| Factor { name: name.into(), values: values.as_array().unwrap().clone() };
    Ablation { mode, factors: vec![factor("agent.history", json!([1, 4])), factor("feedback", json!([true, false]))] }
}

/// Five instances of two tasks. Agents pass with long histories; with short ones only the even seeds, and only with
/// feedback. One trial is void.
fn book(mode: AblationMode) -> Book {
    let mut book = Book::new("varied", &[]);
    for task in ["easy", "hard"] {
        for seed in 0..5u32 {
            for agent in ["model", "other"] {
                book.varied(&ablation(mode), agent, &format!("gym/maze-2d/{task}@{seed}"), |variant| {
                    let long = variant.factors["agent.history"] == 4;
                    let told = variant.factors["feedback"] == true;
                    match (agent, seed, long, told) {
                        ("other", 0, true, false) => vec![void(Cause::Model, "overloaded")],
                        _ => vec![scored(long || (seed % 2 == 0 && told), 4)],
                    }
                });
            }
        }
    }
    book
}

fn figures(written: &Written) -> AblationFigures {
    Summary::of(&written.run).ablation.unwrap()
}

/// Passed of scored, and void.
fn told(level: &Level) -> (u32, u32, u32) {
    let counts = &level.group.figures.counts;
    (counts.passed, counts.scored, counts.void)
}

#[test]
fn in_a_grid_a_value_is_shown_over_all_others() {
    let figures = figures(&book(AblationMode::Grid).write());
    assert_eq!(figures.agents(), ["model", "other"]);
    let [history, feedback] = figures.factors.as_slice() else { panic!("two factors") };
    let all = |factor: &agon_report::FactorFigures, agent| factor.of(agent, None).map(told).collect::<Vec<_>>();
    // With history 1: of ten instances six have even seeds, and half of the twenty trials are with feedback.
    assert_eq!(all(history, "model"), [(6, 20, 0), (20, 20, 0)]);
    assert_eq!(all(history, "other"), [(6, 20, 0), (18, 18, 2)]);
    assert_eq!(all(feedback, "model"), [(16, 20, 0), (10, 20, 0)]);
    assert_eq!(history.tasks(), ["gym/maze-2d/easy", "gym/maze-2d/hard"]);
    let easy: Vec<_> = history.of("model", Some("gym/maze-2d/easy")).map(told).collect();
    assert_eq!(easy, [(3, 10, 0), (10, 10, 0)]);
    assert_eq!(figures.variants.len(), 8);
    let counted: u32 = figures.variants.iter().map(|variant| variant.group.figures.counts.planned).sum();
    assert_eq!(counted, 80, "every planned trial is in exactly one variant");
}

#[test]
fn one_at_a_time_a_value_is_shown_with_the_others_at_their_baseline() {
    let written = book(AblationMode::OneAtATime).write();
    let figures = figures(&written);
    let [history, feedback] = figures.factors.as_slice() else { panic!("two factors") };
    let all = |factor: &agon_report::FactorFigures, agent| factor.of(agent, None).map(told).collect::<Vec<_>>();
    assert_eq!(all(history, "model"), [(6, 10, 0), (10, 10, 0)], "with feedback only");
    assert_eq!(all(feedback, "model"), [(6, 10, 0), (0, 10, 0)], "with the first history only");
    assert_eq!(written.run.plan().len(), 60, "the fourth combination is not run");
}

#[test]
fn the_terminal_shows_factors_tasks_and_variants() {
    let summary = Summary::of(&book(AblationMode::Grid).write().run);
    let text = table::text(&summary, &TableOptions { paint: Paint::Plain, width: Some(110) });
    insta::assert_snapshot!(text, @"
    varied
    80 trials planned, 78 scored, 50 passed, 2 void, in total 314.0k tokens in, 4.0k out, $0.8000

                                                               mean per trial
    agent            success  95% interval  passed  of scored  score  steps   time  tokens     cost
    ───────────────────────────────────────────────────────────────────────────────────────────────
    model history=1   30.0%   14.5–51.9       6/20    6 of 20   0.47    4.0  2.0 s    4.0k  $0.0100
    model history=4  100.0%   72.2–100.0     20/20   20 of 20   1.00    4.0  2.0 s    4.0k  $0.0100
    other history=1   30.0%   14.5–51.9       6/20    6 of 20   0.47    4.0  2.0 s    4.0k  $0.0100
    other history=4   90.0%*  69.9–97.2      18/20   18 of 18   0.90    4.0  2.0 s    4.0k  $0.0100

                                                               mean per trial
    agent  agent.history  success  95% interval     ±  passed  score  steps  tokens  of scored  void
    ────────────────────────────────────────────────────────────────────────────────────────────────
    model  1               30.0%   14.5–51.9     10.5    6/20   0.47    4.0    4.0k    6 of 20     0
           4              100.0%   72.2–100.0     0.0   20/20   1.00    4.0    4.0k   20 of 20     0
    other  1               30.0%   14.5–51.9     10.5    6/20   0.47    4.0    4.0k    6 of 20     0
           4               90.0%*  69.9–97.2      6.9   18/20   0.90    4.0    4.0k   18 of 18     2

                             agent.history
    task              agent            1             4
    ──────────────────────────────────────────────────
    gym/maze-2d/easy  model  30.0% ±15.3   100.0% ±0.0
                      other  30.0% ±15.3  90.0%* ±10.0
    gym/maze-2d/hard  model  30.0% ±15.3   100.0% ±0.0
                      other  30.0% ±15.3  90.0%* ±10.0

                                                          mean per trial
    agent  feedback  success  95% interval     ±  passed  score  steps  tokens  of scored  void
    ───────────────────────────────────────────────────────────────────────────────────────────
    model  true       80.0%   58.4–91.9      9.2   16/20   0.85    4.0    4.0k   16 of 20     0
           false      50.0%   29.9–70.1     11.5   10/20   0.62    4.0    4.0k   10 of 20     0
    other  true       80.0%   58.4–91.9      9.2   16/20   0.85    4.0    4.0k   16 of 20     0
           false      40.0%*  21.9–61.3     11.2    8/20   0.53    4.0    4.0k    8 of 18     2

                             feedback
    task              agent         true         false
    ──────────────────────────────────────────────────
    gym/maze-2d/easy  model  80.0% ±13.3   50.0% ±16.7
                      other  80.0% ±13.3  40.0%* ±16.3
    gym/maze-2d/hard  model  80.0% ±13.3   50.0% ±16.7
                      other  80.0% ±13.3  40.0%* ±16.3

    each value over all values of the other factors; ± is the standard error of the mean, by instance

                                                                         mean per trial
    agent  agent.history  feedback  success  95% interval     ±  passed  score  steps  tokens  of scored  void
    ──────────────────────────────────────────────────────────────────────────────────────────────────────────
    model  1              true       60.0%   31.3–83.2     16.3    6/10   0.70    4.0    4.0k    6 of 10     0
           1              false       0.0%   0.0–27.8       0.0    0/10   0.25    4.0    4.0k    0 of 10     0
           4              true      100.0%   72.2–100.0     0.0   10/10   1.00    4.0    4.0k   10 of 10     0
           4              false     100.0%   72.2–100.0     0.0   10/10   1.00    4.0    4.0k   10 of 10     0
    other  1              true       60.0%   31.3–83.2     16.3    6/10   0.70    4.0    4.0k    6 of 10     0
           1              false       0.0%   0.0–27.8       0.0    0/10   0.25    4.0    4.0k    0 of 10     0
           4              true      100.0%   72.2–100.0     0.0   10/10   1.00    4.0    4.0k   10 of 10     0
           4              false      80.0%*  49.0–94.3     13.3    8/10   0.80    4.0    4.0k     8 of 8     2

    * other history=4: 2 of 20 planned trials have no score and count as not passed: 2 void (model 2); of the 18
      scored 18 passed
      void: trial 7, other history=4, gym/maze-2d/easy@0 history=4 feedback=false, 1 attempt: model: overloaded
      void: trial 47, other history=4, gym/maze-2d/hard@0 history=4 feedback=false, 1 attempt: model: overloaded
    ");
}

#[test]
fn json_has_the_agents_base_the_value_and_both_errors() {
    let summary = serde_json::to_value(Summary::of(&book(AblationMode::Grid).write().run)).unwrap();
    assert_eq!(summary["format"], 2);
    let level = &summary["ablation"]["factors"][0]["levels"][0];
    assert_eq!((&level["agent"], &level["value"], &level["planned"]), (&json!("model"), &json!(1), &json!(20)));
    let success = &level["success"];
    // Six of twenty.
    let error = (0.3 * 0.7 / 19.0f64).sqrt();
    assert!((success["standard_error"].as_f64().unwrap() - error).abs() < 1e-9, "{success}");
    assert!(success["low"].as_f64().unwrap() < 0.3 && success["high"].as_f64().unwrap() > 0.3);
    assert_eq!(summary["ablation"]["variants"][3]["label"], "model history=4");
    let plain = Summary::of(&crate::made::small().write().run);
    assert!(serde_json::to_value(plain).unwrap().get("ablation").is_none(), "other runs say nothing of it");
}

#[test]
fn csv_has_a_column_for_each_factor() {
    let text = csv::text(&[&book(AblationMode::Grid).write().run], false, &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(",usage_claimed,base_agent,variant,agent.history,feedback"), "{}", lines[0]);
    assert!(lines[2].ends_with(",model,history=1 feedback=false,1,false"), "{}", lines[2]);
    let columns = |line: &str| line.split(',').count();
    assert!(lines.iter().all(|line| columns(line) == columns(lines[0])));
}

#[test]
fn the_page_has_a_panel_for_each_factor_and_task_and_names_hostile_values_as_text() {
    let mut book = book(AblationMode::Grid);
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 2 * 3, "all tasks and each of two, for two factors");
    // Two agents at two values in every panel.
    assert_eq!(page.matches("<path class=\"error\"").count(), 6 * 4);
    assert!(page.contains("model, 1: 30.0% ± 10.5, 95% interval 14.5–51.9, 6 of 20"));
    assert!(page.contains("other, 4: 90.0% ± 6.9, 95% interval 69.9–97.2, 18 of 20, 2 without a score"));

    let attack = "</svg><script>alert(1)</script>";
    let hostile =
        Ablation { mode: AblationMode::Grid, factors: vec![Factor { name: attack.into(), values: vec![json!(attack)] }] };
    book = Book::new("hostile", &[]);
    book.varied(&hostile, attack, "gym/maze-2d/easy@0", |_| vec![scored(true, 2)]);
    let page = html::page(&[&book.write().run], &HtmlOptions::default()).unwrap();
    assert!(page.contains("<svg class=\"plot\"") && !page.contains("<script>alert"));
}

/// The same instance and repeat is planned once for each variant; only equal variants are compared.
#[test]
fn two_such_runs_are_compared_variant_by_variant() {
    let first = book(AblationMode::Grid).write();
    let second = book(AblationMode::OneAtATime).write();
    let comparison = Comparison::of(&first.run, &second.run).unwrap();
    for agent in &comparison.agents {
        assert_eq!((agent.paired.wins, agent.paired.losses), (0, 0), "{}", agent.first);
    }
    let only: u32 = comparison.agents.iter().map(|agent| agent.paired.only_first).sum();
    assert_eq!(only, 20, "the combination that the second did not run");
}
