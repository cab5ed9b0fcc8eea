//! What forms do when they are sent.

use super::TextBrowser;
use super::page::{self, Control, Page};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl TextBrowser<'_> {
    pub(super) fn submit(&mut self, page: &Page, form: usize, button: Option<(String, String)>) -> Result<(), String> {
        let attributes = &page.forms[form].attributes;
        let of = |name: &str| attributes.get(name).map(String::as_str).unwrap_or_default();
        let controls: Vec<&Control> = page.controls.iter().filter(|control| control.form == Some(form)).collect();
        if let Some(empty) = controls.iter().find(|control| is_missing(control, &controls)) {
            return Err(format!("the field {:?} is required", empty.name));
        }
        let mut fields: Vec<(String, String)> = controls
            .iter()
            .filter(|control| {
                !control.name.is_empty() && (control.is_set || !["checkbox", "radio"].contains(&control.kind.as_str()))
            })
            .map(|control| (control.name.clone(), control.value.clone()))
            .collect();
        fields.extend(button);
        let action =
            if of("action").is_empty() { self.address().to_owned() } else { page::resolve(self.address(), of("action")) };
        if of("method") != "post" {
            let query: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
            return self.go(&format!("{}?{}", action.split('?').next().unwrap_or_default(), query.join("&")));
        }
        let host = page::host(self.address()).to_owned();
        self.keep(&host, attributes, fields);
        if attributes.contains_key("data-stay") { Ok(()) } else { self.go(&action) }
    }

    /// What a form that is posted does to what its site keeps.
    fn keep(&mut self, host: &str, attributes: &BTreeMap<String, String>, fields: Vec<(String, String)>) {
        let mut entry: Map<String, Value> =
            fields.into_iter().filter(|(name, _)| name != "password").map(|(name, value)| (name, Value::String(value))).collect();
        let site = self.sites.entry(host).or_insert_with(|| json!({}));
        if let Some(other) = attributes.get("data-with") {
            match site[other].clone() {
                Value::Object(more) => entry.extend(more),
                Value::Null => {}
                list => drop(entry.insert(other.clone(), list)),
            }
        }
        if let Some(name) = attributes.get("data-keep") {
            if attributes.contains_key("data-keep-one") {
                let merged =
                    site[name].as_object().filter(|_| attributes.contains_key("data-merge")).cloned().unwrap_or_default();
                site[name] = merged.into_iter().chain(entry).collect::<Map<_, _>>().into();
            } else {
                let number = self.numbers.entry(format!("{host}/{name}")).or_default();
                *number += 1;
                entry.insert("number".into(), json!(*number));
                match &mut site[name] {
                    Value::Array(all) => all.push(entry.into()),
                    none => *none = json!([entry]),
                }
            }
        } else if let Some(name) = attributes.get("data-remove").or_else(|| attributes.get("data-change")) {
            let number = entry.get("number").map(|number| number.as_str().unwrap_or_default().to_owned()).unwrap_or_default();
            if let Value::Array(all) = &mut site[name] {
                let is_it = |other: &Value| other["number"].as_u64() == number.parse().ok();
                if attributes.contains_key("data-remove") {
                    all.retain(|other| !is_it(other));
                } else if let Some(Value::Object(known)) = all.iter_mut().find(|other| is_it(other)) {
                    known.extend(entry.into_iter().filter(|(name, _)| name != "number"));
                }
            }
        }
        for name in attributes.get("data-forget").map(|names| names.split(' ')).into_iter().flatten() {
            if let Some(site) = site.as_object_mut() {
                site.remove(name);
            }
        }
    }
}

fn is_missing(control: &Control, all: &[&Control]) -> bool {
    let is_ticked = || all.iter().any(|other| other.name == control.name && other.is_set);
    control.is_required
        && match control.kind.as_str() {
            "checkbox" => !control.is_set,
            "radio" => !is_ticked(),
            _ => control.value.trim().is_empty(),
        }
}

/// As the fields of a form stand in an address.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'*' | b'-' | b'.' | b'_' => encoded.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            byte => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}
