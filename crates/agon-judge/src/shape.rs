//! Whether an answer has the form that was asked for: the part of JSON Schema that our tools use.

use serde_json::Value;

/// What is wrong with a value, in words of the schema alone: nothing that the value says is repeated.
pub(crate) fn problem(value: &Value, schema: &Value) -> Option<String> {
    find(value, schema, "the answer")
}

fn find(value: &Value, schema: &Value, name: &str) -> Option<String> {
    if let Some(allowed) = schema["enum"].as_array() {
        let words = allowed.iter().map(|word| word.as_str().unwrap_or_default()).collect::<Vec<_>>().join(", ");
        return (!allowed.contains(value)).then(|| format!("{name} must be one of {words}"));
    }
    match schema["type"].as_str().unwrap_or_default() {
        "object" => {
            let Some(fields) = value.as_object() else { return Some(format!("{name} must be an object")) };
            let known = schema["properties"].as_object()?;
            let missing = known.keys().find(|key| !fields.contains_key(*key));
            if let Some(key) = missing {
                return Some(format!("{name} must have {key}"));
            }
            if fields.len() > known.len() {
                return Some(format!(
                    "{name} must have no other fields than {}",
                    known.keys().cloned().collect::<Vec<_>>().join(", ")
                ));
            }
            known.iter().find_map(|(key, schema)| find(&fields[key], schema, key))
        }
        "array" => {
            let Some(items) = value.as_array() else { return Some(format!("{name} must be a list")) };
            let (least, most) = (schema["minItems"].as_u64().unwrap_or(0), schema["maxItems"].as_u64().unwrap_or(u64::MAX));
            if !(least..=most).contains(&(items.len() as u64)) {
                return Some(format!("{name} must have from {least} to {most} entries"));
            }
            items.iter().find_map(|item| find(item, &schema["items"], &format!("an entry of {name}")))
        }
        "integer" => {
            let (least, most) = (schema["minimum"].as_u64().unwrap_or(0), schema["maximum"].as_u64().unwrap_or(u64::MAX));
            let is_in = value.as_u64().is_some_and(|number| (least..=most).contains(&number));
            (!is_in).then(|| format!("{name} must be a whole number from {least} to {most}"))
        }
        "string" => {
            let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
            match value.as_str() {
                Some(text) if text.chars().count() as u64 <= most => None,
                Some(_) => Some(format!("{name} must have at most {most} characters")),
                None => Some(format!("{name} must be a text")),
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_wrong_is_named_in_words_of_the_schema() {
        let schema = json!({
            "type": "object",
            "properties": {
                "score": {"type": "integer", "minimum": 1, "maximum": 5},
                "word": {"type": "string", "enum": ["a", "b"]},
                "why": {"type": "string", "maxLength": 3},
                "steps": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "integer", "minimum": 0}},
            },
        });
        let good = json!({"score": 3, "word": "a", "why": "äöü", "steps": [1]});
        assert_eq!(problem(&good, &schema), None);
        for (key, bad, words) in [
            ("score", json!(6), "score must be a whole number from 1 to 5"),
            ("score", json!(3.5), "score must be a whole number"),
            ("score", json!("3"), "score must be a whole number"),
            ("word", json!("c"), "word must be one of a, b"),
            ("why", json!("long"), "why must have at most 3 characters"),
            ("why", json!(1), "why must be a text"),
            ("steps", json!([]), "steps must have from 1 to 2 entries"),
            ("steps", json!([-1]), "an entry of steps must be a whole number"),
            ("steps", json!(1), "steps must be a list"),
            ("other", json!(1), "no other fields than"),
        ] {
            let mut value = good.clone();
            value[key] = bad;
            let found = problem(&value, &schema).unwrap();
            assert!(found.contains(words), "{found}");
        }
        assert_eq!(problem(&json!([]), &schema).unwrap(), "the answer must be an object");
        assert!(problem(&json!({"score": 3}), &schema).unwrap().starts_with("the answer must have "));
    }
}
