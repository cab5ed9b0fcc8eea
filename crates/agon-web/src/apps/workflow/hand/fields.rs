//! What is typed into a node's fields: Tab goes on, text that is come to is replaced, letters choose.

use crate::apps::workflow::catalogue::{Data, Field, FieldKind, Kind, cases};
use crate::apps::workflow::steps::Step;
use serde_json::Value;

/// From the first field of a node to the last that is set.
pub(super) fn typed_settings(kind: &Kind, data: &Data, steps: &[Step]) -> Result<String, String> {
    let mut text = String::new();
    let mut tabs = 0;
    let mut left: Vec<(&str, &Value)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Set { key, value, .. } => Some((key.as_str(), value)),
            _ => None,
        })
        .collect();
    for field in &kind.fields {
        if let Some(index) = left.iter().position(|(key, _)| *key == field.key) {
            let (_, value) = left.remove(index);
            text.push_str(&"\t".repeat(tabs));
            text.push_str(&typed_value(field, data.get(&field.key), value)?);
            tabs = 0;
        }
        tabs += stops(field, data);
    }
    match left.first() {
        Some((key, _)) => Err(format!("{key:?} is set twice at one go")),
        None => Ok(text),
    }
}

/// From the first field of a switch to a new case.
pub(super) fn typed_case(data: &Data, label: &str, expression: Option<&str>) -> String {
    let to_add = "\t".repeat(ROW_STOPS * cases(data).len());
    let expression = expression.map_or_else(String::new, |expression| format!("\t{expression}"));
    format!("{to_add}\n{label}{expression}")
}

/// Two fields and a button.
const ROW_STOPS: usize = 3;

/// How many stops of Tab a field has.
fn stops(field: &Field, data: &Data) -> usize {
    let rows = match data.get(&field.key) {
        Some(Value::Array(list)) => list.len(),
        Some(Value::Object(map)) => map.len(),
        _ => 0,
    };
    match field.kind {
        FieldKind::Pairs | FieldKind::Assignments | FieldKind::Cases => ROW_STOPS * rows + 1,
        FieldKind::Reducers => (ROW_STOPS + 1) * rows + 1,
        FieldKind::Checks => field.choices.len(),
        FieldKind::Text | FieldKind::Long | FieldKind::Expression | FieldKind::Number | FieldKind::Choice | FieldKind::Tick => 1,
    }
}

fn typed_value(field: &Field, before: Option<&Value>, value: &Value) -> Result<String, String> {
    match (field.kind, value) {
        (FieldKind::Choice, Value::String(wanted)) => {
            let at = |value: &str| field.choices.iter().position(|choice| choice == value);
            let from = before.and_then(Value::as_str).and_then(at).unwrap_or_default();
            let to = at(wanted).ok_or_else(|| format!("{} has no choice {wanted:?}", field.name))?;
            Ok(letters(&field.choices, from, to))
        }
        (FieldKind::Tick, _) => Ok(if before == Some(value) { String::new() } else { " ".into() }),
        (_, Value::String(text)) => Ok(text.clone()),
        (_, value) => Ok(value.to_string()),
    }
}

/// Each press of a letter goes to the next choice that begins with it.
fn letters(choices: &[String], from: usize, to: usize) -> String {
    let first = |index: usize| choices[index].chars().next().unwrap_or_default().to_ascii_lowercase();
    let letter = first(to);
    let way = (1..=choices.len()).map(|step| (from + step) % choices.len()).filter(|index| first(*index) == letter);
    let presses = if from == to { 0 } else { way.take_while(|index| *index != to).count() + 1 };
    letter.to_string().repeat(presses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::workflow::catalogue::kind_of;
    use crate::apps::workflow::steps::read;

    fn typed(lines: &str) -> String {
        let (steps, _) = read(lines).unwrap();
        let Step::Add { kind, .. } = &steps[1] else { panic!("the second line adds a node") };
        typed_settings(kind, &kind.defaults(), &steps[2..]).unwrap()
    }

    #[test]
    fn fields_are_come_to_by_tab_in_their_order() {
        assert_eq!(typed("new N\nadd sendEmail m\nset m subject = Hello\nset m to = a@b.c"), "\t\ta@b.c\tHello");
        assert_eq!(typed("new N\nadd httpRequest h\nset h url = https://x.y\nset h method = PUT"), "pp\thttps://x.y");
        assert_eq!(typed("new N\nadd httpRequest h\nset h body = text"), "\t\t\ttext");
        assert_eq!(typed("new N\nadd dataTable t\nset t operation = insert"), "\ti");
        assert_eq!(typed("new N\nadd switch s\nset s default = false"), "\t ");
        assert_eq!(typed("new N\nadd wait w\nset w durationSeconds = 1"), "1");
    }

    #[test]
    fn a_case_is_added_behind_the_others() {
        let data = serde_json::from_str(r#"{"cases": [{"label": "a"}, {"label": "b"}], "default": true}"#).unwrap();
        assert_eq!(typed_case(&data, "c", None), "\t\t\t\t\t\t\nc");
        assert_eq!(typed_case(&Data::new(), "c", Some("item.c")), "\nc\titem.c");
        assert!(kind_of("switch").is_some());
    }
}
