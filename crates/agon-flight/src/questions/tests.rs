use super::*;
use crate::generate;
use std::sync::Mutex;

/// Days of a test, kept while it runs.
struct Days(Mutex<BTreeMap<u64, Arc<Day>>>);

impl Days {
    fn of(&self, seed: u64) -> Arc<Day> {
        let mut days = self.0.lock().unwrap();
        if days.len() > 4 {
            days.clear();
        }
        Arc::clone(days.entry(seed).or_insert_with(|| Arc::new(generate(seed))))
    }
}

/// `AGON_FLIGHT_SEEDS=1000` tries more.
fn seeds() -> u64 {
    std::env::var("AGON_FLIGHT_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn every_seed_gives_a_question_of_every_kind() {
    let days = Days(Mutex::new(BTreeMap::new()));
    for seed in 0..seeds() {
        for kind in kinds() {
            let start = std::time::Instant::now();
            let (question, draws) = search(kind, seed, |seed| days.of(seed)).unwrap();
            println!(
                "{seed} {kind} {:?} {draws} draws day {} {:?} {}",
                start.elapsed(),
                question.day_seed,
                question.values,
                answer(&question.fields)
            );
            check(kind, &question);
            assert_eq!(
                pose(kind, seed, |seed| days.of(seed)).unwrap(),
                question,
                "{kind} {seed}: the same seed gives the same question"
            );
        }
    }
}

fn check(kind: &str, question: &Question) {
    assert!(!question.fields.is_empty() && !question.looks.is_empty() && !question.values.is_empty(), "{kind}");
    let marks = |given: &Value| mark(&question.fields, given);
    let all_pass = |given: &Value| marks(given).iter().all(|mark| mark.passed);
    let (right, other) = (answer(&question.fields), alternative(&question.fields));
    assert!(all_pass(&right), "{kind}: {:?}", marks(&right));
    assert!(all_pass(&other), "{kind}: {:?}", marks(&other));
    assert!(!near_misses(&question.fields).is_empty());
    for (field, wrong) in near_misses(&question.fields) {
        let failed: Vec<String> = marks(&wrong).into_iter().filter(|mark| !mark.passed).map(|mark| mark.field).collect();
        assert_eq!(failed, [field], "{kind}: {wrong}");
    }
    for nothing in [json!(null), json!({}), json!([]), json!("done")] {
        assert!(!marks(&nothing).iter().any(|mark| mark.passed), "{kind}");
    }
    let again: Vec<Field> = serde_json::from_value(json!(question.fields)).unwrap();
    assert_eq!(again, question.fields);
    let again: Vec<Look> = serde_json::from_value(json!(question.looks)).unwrap();
    assert_eq!(again, question.looks);
}

#[test]
fn numbers_have_commas() {
    assert_eq!([0, 999, 1000, -1280, 1234567].map(with_commas), ["0", "999", "1,000", "-1,280", "1,234,567"]);
}

#[test]
fn an_unknown_kind_is_told() {
    let error = pose("weather", 0, |_| Arc::new(Day::default())).unwrap_err().to_string();
    assert!(error.starts_with("there is no kind of question called \"weather\"; there are icons-on-screen, "), "{error}");
}

#[test]
fn a_day_without_traffic_gives_no_question() {
    let error = pose("route", 7, |_| Arc::new(Day::default())).unwrap_err();
    assert!(matches!(error, PoseError::NoDay("route", 7)));
}
