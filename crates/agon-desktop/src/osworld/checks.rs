//! What a task of OSWorld is marked by, as far as a verifier of ours does exactly the same.

use super::published::{Named, is_plain};
use super::{Step, keys};
use crate::HOME;
use crate::imported::in_home;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const UNPROVEN: &str = "no solution is published, so it could not be proven";

/// The table `evaluator` of a task.
#[derive(Deserialize)]
pub(super) struct Evaluator {
    func: Value,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    expected: Value,
    #[serde(default)]
    options: Value,
    conj: Option<String>,
    #[serde(default)]
    postconfig: Vec<Step>,
}

pub(super) enum Check {
    /// The right end is to say that it cannot be done.
    CannotBeDone,
    /// Files that are held against gold files, all of them or any.
    Files { parts: Vec<Part>, is_any: bool },
}

/// One file with what it is held against.
pub(super) struct Part {
    function: String,
    /// Below HOME.
    pub(super) result: String,
    /// What is handed in by somebody who knows it, then what is made of that.
    pub(super) gold: Vec<Named>,
    /// Files that their grader has made of the result before it looks.
    printed: Vec<String>,
    options: Value,
}

/// A function that compares files, the ending of both, and the options that it takes.
struct Function {
    name: &'static str,
    ending: &'static str,
    options: &'static [&'static str],
}

const fn function(name: &'static str, ending: &'static str, options: &'static [&'static str]) -> Function {
    Function { name, ending, options }
}

const FUNCTIONS: [Function; 7] = [
    function("compare_table", ".xlsx", &["rules"]),
    function("compare_csv", "", &["strict", "ignore_case"]),
    function("compare_text_file", "", &["ignore_blanks", "ignore_case"]),
    function("compare_docx_files", ".docx", &["ignore_blanks", "ignore_case", "ignore_order", "content_only"]),
    function("compare_docx_files_and_ignore_new_lines", ".docx", &["ignore_blanks"]),
    function("compare_docx_lines", ".docx", &[]),
    function("compare_docx_tables", ".docx", &[]),
];

impl Evaluator {
    pub(super) fn read(&self) -> Result<Check, String> {
        let functions: Option<Vec<&str>> = match &self.func {
            Value::Array(names) => names.iter().map(Value::as_str).collect(),
            name => name.as_str().map(|name| vec![name]),
        };
        let functions = functions.ok_or("its check has no name")?;
        if functions == ["infeasible"] {
            return Ok(Check::CannotBeDone);
        }
        if functions.iter().all(|name| name.is_empty()) {
            return Err("it has no check".into());
        }
        let is_one = !self.func.is_array();
        let of = |all: &Value, place: usize| if is_one { all.clone() } else { all[place].clone() };
        let mut parts = Vec::new();
        for (place, name) in functions.iter().enumerate() {
            let [result, expected, options] = [&self.result, &self.expected, &self.options].map(|all| of(all, place));
            parts.push(Part::read(name, &result, &expected, options)?);
        }
        let printing = self.after()?;
        for part in &mut parts {
            part.print(printing.as_deref())?;
        }
        match self.conj.as_deref() {
            None | Some("and") => Ok(Check::Files { parts, is_any: false }),
            Some("or") => Ok(Check::Files { parts, is_any: true }),
            Some(other) => Err(format!("its checks are joined by {other:?}")),
        }
    }

    /// What their grader does before it looks: it saves the file, which is the agent's to do here. `Some` is how it prints the file.
    fn after(&self) -> Result<Option<String>, String> {
        let mut printing = None;
        for step in &self.postconfig {
            let command: Vec<&str> =
                step.parameters["command"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            match (step.kind.as_str(), command.as_slice()) {
                ("sleep" | "activate_window", _) => {}
                ("execute" | "command", ["python", "-c", code]) if keys::only_save(code) => {}
                ("execute" | "command", ["libreoffice", "--convert-to", filter, "--outdir", _, _])
                    if filter.starts_with("csv:") =>
                {
                    printing = Some((*filter).to_owned());
                }
                (kind, _) => return Err(format!("its check begins with a step {kind:?} that has no counterpart here")),
            }
        }
        Ok(printing)
    }
}

impl Part {
    fn read(name: &str, result: &Value, expected: &Value, options: Value) -> Result<Self, String> {
        match result["type"].as_str() {
            Some("vm_command_line" | "vm_command_error") => return Err(format!("its check is a command: {UNPROVEN}")),
            Some("vm_terminal_output") => return Err("its check reads what a terminal shows".into()),
            _ => {}
        }
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
            return Err(format!("its check {name} has no counterpart here"));
        };
        if result["type"] != "vm_file" || result["time_suffix"] == true || !result["gives"].is_null() {
            return Err("its check is not of one file that the agent saves".into());
        }
        let paths: Vec<&str> = match &result["path"] {
            Value::Array(paths) => paths.iter().filter_map(Value::as_str).collect(),
            path => path.as_str().into_iter().collect(),
        };
        let (path, printed) = paths.split_first().ok_or("its check names no file")?;
        let printed = printed.iter().filter_map(|path| path.rsplit('/').next()).map(str::to_owned).collect();
        let result = in_home(path)?;
        let options = match options {
            Value::Null => Map::new(),
            Value::Object(options) => options,
            other => return Err(format!("the options of its check are {other}")),
        };
        if let Some(other) = options.keys().find(|option| !function.options.contains(&option.as_str())) {
            return Err(format!("the option {other:?} of its check has no counterpart here"));
        }
        if options.get("content_only").is_some_and(|only| only != false) {
            return Err("its check goes by likeness".into());
        }
        if name == "compare_table" {
            let rules = options.get("rules").and_then(Value::as_array).ok_or("its check has no rules")?;
            rules.iter().try_for_each(sound_rule)?;
        }
        if expected.is_null() {
            return Err(UNPROVEN.into());
        }
        if expected["type"] != "cloud_file" || !expected["gives"].is_null() {
            return Err("what its check compares with is no gold file".into());
        }
        let gold = gold(expected)?;
        for file in [&result, &gold[0].name] {
            if !file.to_lowercase().ends_with(function.ending) {
                return Err(format!("{name} is made of {file}, which is no {} file", function.ending));
            }
        }
        Ok(Self { function: name.to_owned(), result, gold, printed, options: options.into() })
    }

    /// How the verifier prints what was handed in, where a rule looks at that.
    fn print(&mut self, filter: Option<&str>) -> Result<(), String> {
        let rules = self.options["rules"].as_array();
        if rules.into_iter().flatten().any(|rule| rule["type"] == "sheet_print") {
            let filter = filter.ok_or("its check compares a printed sheet that nothing prints")?;
            self.options["printing"] = json!({"filter": filter, "files": self.printed});
        }
        Ok(())
    }

    /// As the verifier reads it.
    pub(super) fn told(&self) -> Value {
        json!({"func": self.function, "result": self.result, "gold": format!("gold/{}", self.gold[0].name), "options": self.options})
    }
}

/// The files that are read, as an instruction names them.
pub(super) fn places(parts: &[Part]) -> String {
    let mut places: Vec<String> = parts.iter().map(|part| format!("{HOME}/{}", part.result)).collect();
    places.dedup();
    places.join(" and ")
}

/// Whether the verifier knows a rule of a table, with all that it says.
fn sound_rule(rule: &Value) -> Result<(), String> {
    let kind = rule["type"].as_str().unwrap_or_default();
    let sheets: &[&str] = match kind {
        "sheet_name" => &[],
        "sheet_data" | "sheet_print" | "sheet_fuzzy" => &["sheet_idx0", "sheet_idx1"],
        "check_cell" => &["sheet_idx"],
        other => return Err(format!("its rule {other} for tables has no counterpart here")),
    };
    if let Some(odd) = sheets.iter().find(|key| !is_sheet(&rule[**key])) {
        return Err(format!("its rule {kind} names no sheet as {odd}"));
    }
    let odd = |what: &str| Err(format!("its rule {kind} has {what}, which has no counterpart here"));
    match kind {
        "sheet_data" if !matches!(rule.get("precision"), None | Some(Value::Number(_))) => odd("an odd precision"),
        "sheet_fuzzy" if !rule["rules"].as_array().is_some_and(|parts| !parts.is_empty() && parts.iter().all(is_fuzzy)) => {
            odd("an odd part")
        }
        "check_cell" => {
            let value = &rule["props"]["value"];
            let method = value["method"].as_str().unwrap_or_default();
            let is_near = method.strip_prefix("approx:").is_some_and(|slack| slack.parse::<f64>().is_ok());
            let is_cell = rule["coordinate"].as_str().is_some_and(is_range);
            let is_known = (method == "eq" || (is_near && value["ref"].is_number())) && is_cell;
            let others = rule["props"].as_object().map_or(0, Map::len);
            if is_known && others == 1 { Ok(()) } else { odd("a property of a cell other than its value") }
        }
        _ => Ok(()),
    }
}

/// 0, "RI0", "EI0" by the place, or "RNName", "ENName" by the name.
fn is_sheet(name: &Value) -> bool {
    match name {
        Value::Number(place) => place.is_u64(),
        Value::String(name) => match name.get(..2) {
            Some("RI" | "EI") => name[2..].parse::<u16>().is_ok(),
            Some("RN" | "EN") => name.len() > 2,
            _ => false,
        },
        _ => false,
    }
}

fn is_fuzzy(part: &Value) -> bool {
    let is_text = |key: &str| matches!(part.get(key), None | Some(Value::String(_)));
    let ranges = part["range"].as_array().into_iter().flatten();
    let pair = |pair: &Value| pair.as_array().is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_string));
    ["includes", "included_by", "fuzzy_match", "exact_match"].iter().any(|kind| part["type"] == *kind)
        && part["range"].as_array().is_some_and(|ranges| !ranges.is_empty())
        && ranges.into_iter().all(|range| range.as_str().is_some_and(is_range))
        && ["ignore_chars", "trim_leadings", "trim_trailings"].into_iter().all(is_text)
        && part.get("normalization").is_none_or(|all| all.as_array().is_some_and(|pairs| pairs.iter().all(pair)))
        && part.get("threshold").is_none_or(Value::is_number)
}

/// `B4` or `A1:B6`.
fn is_range(text: &str) -> bool {
    let is_cell = |text: &str| {
        let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
        let row = &text[letters..];
        (1..=3).contains(&letters)
            && (1..=4).contains(&row.len())
            && row.bytes().all(|b| b.is_ascii_digit())
            && !row.starts_with('0')
    };
    text.split(':').count() <= 2 && text.split(':').all(is_cell)
}

/// Gold files: the first is what is compared.
fn gold(expected: &Value) -> Result<Vec<Named>, String> {
    let all = |value: &Value| match value {
        Value::Array(entries) => entries.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        value => value.as_str().map(str::to_owned).into_iter().collect::<Vec<String>>(),
    };
    let (urls, names) = (all(&expected["path"]), all(&expected["dest"]));
    if urls.is_empty() || urls.len() != names.len() {
        return Err("its check does not name its gold files".into());
    }
    if let Some(odd) = names.iter().find(|name| !is_plain(name)) {
        return Err(format!("its gold file {odd:?} has no plain name"));
    }
    urls.iter().zip(&names).map(|(url, name)| Named::new(url, name)).collect()
}
