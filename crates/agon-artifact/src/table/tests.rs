use crate::testing::{mark_with, part, problem};
use crate::{Marked, ReferenceError};

const REFERENCE: &[u8] = b"id,name,price\n1,Bolt,2.50\n2,Nut,1.25\n3,Washer,0.10\n4,Screw,3\n";

fn marked(settings: &str, table: &str) -> Marked {
    result(settings, table).unwrap()
}

fn result(settings: &str, table: &str) -> Result<Marked, ReferenceError> {
    let settings = format!("mode = 'table'\nfile = 't.csv'\nreference = 'r.csv'\n{settings}");
    mark_with(&settings, &[("t.csv", table.as_bytes())], &[("r.csv", REFERENCE)])
}

#[test]
fn the_same_table_in_another_dress() {
    let table = "\u{feff}ID;Price;NAME;note\r\n4;3,00;screw;x\r\n1;2,5;bolt\r\n3;0,1;Washer;\r\n2;1,25;\"Nut\"\r\n";
    let marked = marked("key = ['id']\ndecimal = 'comma'", table);
    assert_eq!(marked.score, 1.0, "{marked:?}");
}

#[test]
fn wrong_cells_and_missing_rows_cost_their_share() {
    let marked = marked("key = ['id']", "id,name,price\n1,Bolt,2.50\n2,Nut,1.30\n3,Washer,0.10\n");
    // Of eight cells behind keys one is wrong and two are missing.
    assert!((marked.score - 5.0 / 8.0).abs() < 1e-12, "{marked:?}");
    let price = part(&marked, "price");
    assert_eq!(price.seen, "2 of 4; first wrong: id `2`: `1.30` instead of `1.25`");
    assert_eq!(part(&marked, "rows").seen, "3 rows: 1 missing, 0 extra");
}

#[test]
fn tolerances_of_columns() {
    let table = "id,name,price\n1,Bolt,2.52\n2,Nut,1.24\n3,Washer,0.12\n4,Screw,3\n";
    assert_eq!(marked("key = ['id']\ncolumns = { price = { absolute = 0.02 } }", table).score, 1.0);
    assert_eq!(marked("key = ['id']\ncolumns = { price = { relative = 0.01 } }", table).score, 0.75);
}

#[test]
fn several_answers_to_one_key_are_none() {
    let table = "id,name,price\n1,Bolt,2.50\n2,Nut,1.25\n2,Nut,1.30\n3,Washer,0.10\n4,Screw,3\n";
    for (extra, score) in [("ignore", 0.75), ("penalise", 0.6), ("fail", 0.0)] {
        let marked = marked(&format!("key = ['id']\nextra_rows = '{extra}'"), table);
        assert!((marked.score - score).abs() < 1e-12, "{extra}: {marked:?}");
    }
}

#[test]
fn extra_rows_cost_as_much_as_they_dilute() {
    let table = "id,name,price\n1,Bolt,2.50\n2,Nut,1.25\n3,Washer,0.10\n4,Screw,3\n5,Pin,1\n";
    assert!((marked("key = ['id']", table).score - 0.8).abs() < 1e-12);
    assert!((marked("", table).score - 0.8).abs() < 1e-12);
    assert_eq!(marked("key = ['id']\nextra_rows = 'ignore'", table).score, 1.0);
}

#[test]
fn columns_are_missing_twice_or_too_many() {
    let missing = marked("key = ['id']", "id,name\n1,Bolt\n2,Nut\n3,Washer\n4,Screw\n");
    assert_eq!(missing.score, 0.5);
    assert_eq!(part(&missing, "price").seen, "there is no such column");
    let twice = marked("key = ['id']", "id,name,price,Price\n1,Bolt,2.50,9\n");
    assert_eq!(twice.parts[0].seen, "t.csv has two columns called `price`");
    let keyless = marked("key = ['id']", "name,price\nBolt,2.50\n");
    assert_eq!((keyless.score, keyless.parts[0].seen.as_str()), (0.0, "columns name, price"));
    let extra = marked("extra_columns = 'fail'", "id,name,price,x\n1,Bolt,2.50,1\n2,Nut,1.25,1\n3,Washer,0.10,1\n4,Screw,3,1\n");
    assert_eq!((extra.score, part(&extra, "columns").seen.as_str()), (0.0, "x"));
}

#[test]
fn rows_all_and_order() {
    let table = "id,name,price\n2,Nut,1.25\n1,Bolt,9\n3,Washer,0.10\n4,Screw,3\n";
    assert_eq!(marked("key = ['id']\nscore = 'rows'", table).score, 0.75);
    assert_eq!(marked("key = ['id']\nall_or_nothing = true", table).score, 0.0);
    assert_eq!(part(&marked("key = ['id']\nordered = true", table), "order").score, 0.0);
}

#[test]
fn rows_in_the_task_file_and_other_names() {
    let settings = "mode = 'table'\nfile = 't.json'\nkey = ['city']\nrows = [{ city = 'Rome', people = 2.8e6, capital = true }, { city = 'Milan', people = 1.4e6, capital = false }]\ncolumns = { people = { relative = 0.05, also = ['population'] }, capital = {} }";
    let json = br#"[{"city": "MILAN", "population": 1370000, "capital": false}, {"city": "Rome", "population": "2,750,000", "capital": "TRUE"}]"#;
    let marked = mark_with(settings, &[("t.json", json)], &[]).unwrap();
    assert_eq!(marked.score, 1.0, "{marked:?}");
}

#[test]
fn wrong_references_and_settings() {
    assert_eq!(result("columns = { weight = {} }", "id\n1").unwrap_err().to_string(), "reference r.csv: has no column `weight`");
    let base = "mode = 'table'\nfile = 't.csv'";
    assert!(problem(base).contains("either a `reference` or `rows`"));
    assert!(problem(&format!("{base}\nreference = 'r'\nabsolute = -1")).contains("0 or more"));
    assert!(
        problem(&format!("{base}\nreference = 'r'\ncolumns = {{ a = {{ tolerance = 1 }} }}"))
            .contains("column `a`: unknown field")
    );
    assert!(problem(&format!("{base}\nreference = 'r'\nordered = true")).contains("needs a `key`"));
}

#[test]
fn junk_is_not_a_table() {
    for junk in ["\0\0\0", "id\n", "PK\u{3}\u{4}", "id,name,price\nNaN,inf,NaN\n"] {
        assert_eq!(marked("key = ['id']", junk).score, 0.0, "{junk}");
    }
}
