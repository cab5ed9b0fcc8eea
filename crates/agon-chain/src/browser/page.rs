//! What a reader sees of a page, and what can be pressed and filled in on it.

use super::View;
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeMap;

/// A page as it is shown.
pub(super) struct Page {
    /// The visible text in lower case; a line break where another block begins.
    text: String,
    /// For each byte of it: what it stands on.
    on: Vec<Option<usize>>,
    targets: Vec<Target>,
    pub(super) controls: Vec<Control>,
    pub(super) forms: Vec<Form>,
}

/// What can be pressed, or names a field.
enum Target {
    Pressed(Pressed),
    Label { of: Option<String>, inner: Option<usize> },
}

#[derive(Clone)]
pub(super) enum Pressed {
    Link { address: String, is_saved: bool, is_new_tab: bool },
    Submit { form: usize, button: Option<(String, String)> },
    Tab(String),
    Summary(usize),
    Other,
}

pub(super) struct Control {
    /// The number of its element on the page.
    pub(super) place: usize,
    id: String,
    pub(super) name: String,
    pub(super) form: Option<usize>,
    /// `text`, `hidden`, `checkbox`, `radio`, `select`.
    pub(super) kind: String,
    pub(super) value: String,
    /// Of a box: whether it is ticked.
    pub(super) is_set: bool,
    pub(super) is_required: bool,
    /// Texts and values.
    pub(super) options: Vec<(String, String)>,
}

pub(super) struct Form {
    pub(super) attributes: BTreeMap<String, String>,
}

struct Reader<'a> {
    page: Page,
    view: &'a View,
    /// What the site keeps.
    kept: &'a Value,
    /// The block that the last text stood in.
    block: Option<usize>,
}

/// Where the reader is.
#[derive(Clone, Copy)]
struct Place {
    target: Option<usize>,
    block: usize,
    form: Option<usize>,
}

const INLINE: [&str; 22] = [
    "a", "abbr", "b", "button", "cite", "code", "em", "i", "img", "input", "label", "mark", "q", "s", "select", "small", "span",
    "strong", "sub", "sup", "textarea", "time",
];
const UNSEEN: [&str; 6] = ["template", "style", "script", "option", "svg", "head"];

impl Page {
    pub(super) fn read(html: &str, view: &View, kept: &Value) -> Result<Self, String> {
        let document = Document::parse(html).map_err(|error| error.to_string())?;
        let page = Self { text: String::new(), on: Vec::new(), targets: Vec::new(), controls: Vec::new(), forms: Vec::new() };
        let mut reader = Reader { page, view, kept, block: None };
        reader.read(document.root_element(), Place { target: None, block: 0, form: None });
        Ok(reader.page)
    }

    /// Where a text stands, in order.
    pub(super) fn matches(&self, text: &str) -> Vec<usize> {
        let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if wanted.is_empty() { Vec::new() } else { self.text.match_indices(&wanted).map(|(at, _)| at).collect() }
    }

    /// What stands around the matches of a text, for messages.
    pub(super) fn around(&self, text: &str) -> String {
        let near = |at: usize| {
            let line_start = self.text[..at].rfind('\n').map_or(0, |found| found + 1);
            let line = self.text[line_start..].lines().next().unwrap_or_default();
            let kind = match self.on[at].map(|target| &self.targets[target]) {
                Some(Target::Pressed(_)) => " (can be pressed)",
                Some(Target::Label { .. }) => " (label)",
                None => "",
            };
            format!("{:?}{kind}", line.chars().take(60).collect::<String>())
        };
        self.matches(text)
            .into_iter()
            .take(8)
            .enumerate()
            .map(|(i, at)| format!("{}: {}", i + 1, near(at)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn pressed(&self, at: usize) -> Option<Pressed> {
        match self.targets.get(self.on[at]?)? {
            Target::Pressed(pressed) => Some(pressed.clone()),
            Target::Label { .. } => None,
        }
    }

    pub(super) fn control(&self, at: usize) -> Option<&Control> {
        match self.targets.get(self.on[at]?)? {
            Target::Label { of: Some(id), .. } => self.controls.iter().find(|control| control.id == *id),
            Target::Label { inner: Some(place), .. } => self.controls.iter().find(|control| control.place == *place),
            _ => None,
        }
    }

    /// The other radio buttons of a group.
    pub(super) fn group(&self, control: &Control) -> Vec<usize> {
        let same = |other: &&Control| {
            control.kind == "radio" && other.kind == "radio" && other.name == control.name && other.form == control.form
        };
        self.controls.iter().filter(same).map(|other| other.place).collect()
    }
}

impl Reader<'_> {
    fn put(&mut self, text: &str, place: Place) {
        if text.trim().is_empty() && !text.contains(' ') {
            return;
        }
        if self.block != Some(place.block) && !text.trim().is_empty() {
            self.letter('\n', None);
            self.block = Some(place.block);
        }
        for letter in text.chars() {
            let is_space = letter.is_whitespace();
            if is_space && self.page.text.ends_with([' ', '\n']) {
                continue;
            }
            for lower in if is_space { ' ' } else { letter }.to_lowercase() {
                self.letter(lower, place.target);
            }
        }
    }

    fn letter(&mut self, letter: char, on: Option<usize>) {
        self.page.text.push(letter);
        self.page.on.resize(self.page.text.len(), on);
    }

    fn target(&mut self, target: Target) -> Option<usize> {
        self.page.targets.push(target);
        Some(self.page.targets.len() - 1)
    }

    fn read(&mut self, node: Node<'_, '_>, mut place: Place) {
        let (tag, number) = (node.tag_name().name(), node.id().get_usize());
        let has = |name: &str| node.has_attribute(name);
        let of = |name: &str| node.attribute(name).unwrap_or_default();
        let is_there = |condition: &str| condition.split('&').all(|one| holds(self.kept, one));
        if UNSEEN.contains(&tag)
            || has("hidden")
            || (has("data-if") && !is_there(of("data-if")))
            || (has("data-unless") && is_there(of("data-unless")))
            || (of("data-widget") == "cookies" && !self.kept["cookies"].is_null())
        {
            return;
        }
        if !INLINE.contains(&tag) {
            place.block = number;
        }
        match tag {
            "a" if has("data-picture") => place.target = self.target(Target::Pressed(Pressed::Other)),
            "a" if has("href") => {
                let (is_saved, is_new_tab) = (has("download"), of("target") == "_blank");
                let link = Pressed::Link { address: of("href").to_owned(), is_saved, is_new_tab };
                place.target = self.target(Target::Pressed(link));
            }
            "form" => {
                let attributes = node.attributes().map(|one| (one.name().to_owned(), one.value().to_owned())).collect();
                self.page.forms.push(Form { attributes });
                place.form = Some(self.page.forms.len() - 1);
            }
            "button" => {
                let button = has("name").then(|| (of("name").to_owned(), of("value").to_owned()));
                let pressed = place.form.filter(|_| of("type") != "button").map(|form| Pressed::Submit { form, button });
                place.target = self.target(Target::Pressed(pressed.unwrap_or(Pressed::Other)));
            }
            "summary" => {
                let details = node.parent().map_or(number, |parent| parent.id().get_usize());
                place.target = self.target(Target::Pressed(Pressed::Summary(details)));
            }
            "label" => {
                let is_control = |inner: &Node<'_, '_>| ["input", "select", "textarea"].contains(&inner.tag_name().name());
                let inner = node.descendants().find(is_control).map(|inner| inner.id().get_usize());
                place.target = self.target(Target::Label { of: node.attribute("for").map(str::to_owned), inner });
            }
            "input" | "select" | "textarea" => return self.control(node, place),
            "th" if has("data-sort") => place.target = self.target(Target::Pressed(Pressed::Other)),
            _ => {}
        }
        if of("data-widget") == "table" && has("data-filter") {
            let target = self.target(Target::Pressed(Pressed::Other));
            self.put(of("data-filter"), Place { target, block: usize::MAX - number, ..place });
        }
        if of("data-widget") == "tabs" {
            return self.tabs(node, place);
        }
        let toggles = self.view.toggled.iter().filter(|at| **at == number).count();
        let is_open = has("open") != (toggles % 2 == 1);
        if let Some(text) = node.attribute("data-text").and_then(|path| kept_text(self.kept, path)) {
            return self.put(&text, place);
        }
        let rows = of("data-rows").parse::<usize>().ok();
        for child in node.children() {
            if let (Some(most), "tbody") = (rows, child.tag_name().name()) {
                let shown = child.children().filter(Node::is_element).take(most);
                shown.for_each(|row| self.read(row, Place { block: row.id().get_usize(), ..place }));
                continue;
            }
            if child.is_text() {
                self.put(child.text().unwrap_or_default(), place);
            } else if child.is_element() && (tag != "details" || is_open || child.tag_name().name() == "summary") {
                self.read(child, place);
                if child.tag_name().name() == "br" {
                    self.block = None;
                }
            }
        }
    }

    /// The titles stand in front as buttons, and one section is shown.
    fn tabs(&mut self, node: Node<'_, '_>, place: Place) {
        let sections: Vec<Node<'_, '_>> = node.children().filter(|child| child.has_attribute("data-tab")).collect();
        let title = |section: &Node<'_, '_>| section.attribute("data-tab").unwrap_or_default().to_owned();
        let pressed =
            self.view.shown_tabs.iter().rev().find(|title_of| sections.iter().any(|section| title(section) == **title_of));
        let first = node.attribute("data-at").and_then(|at| at.parse().ok()).unwrap_or(0);
        let shown = pressed.and_then(|title_of| sections.iter().position(|section| title(section) == *title_of)).unwrap_or(first);
        for section in &sections {
            let target = self.target(Target::Pressed(Pressed::Tab(title(section))));
            self.put(&title(section), Place { target, block: usize::MAX - section.id().get_usize(), ..place });
        }
        for (at, section) in sections.into_iter().enumerate() {
            if at == shown {
                self.read(section, place);
            }
        }
    }

    fn control(&mut self, node: Node<'_, '_>, place: Place) {
        let of = |name: &str| node.attribute(name).unwrap_or_default();
        let number = node.id().get_usize();
        let options: Vec<(String, String)> = node
            .descendants()
            .filter(|option| option.tag_name().name() == "option")
            .map(|option| {
                let text: String = option.text().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
                let value = option.attribute("value").map_or_else(|| text.clone(), str::to_owned);
                (text, value)
            })
            .collect();
        let kind = match (node.tag_name().name(), of("type")) {
            ("select", _) => "select",
            (_, "checkbox") => "checkbox",
            (_, "radio") => "radio",
            (_, "hidden") => "hidden",
            _ => "text",
        };
        let chosen = node.descendants().find(|option| option.has_attribute("selected"));
        let first = match kind {
            "select" => chosen.map_or_else(
                || options.first().map(|(_, value)| value.clone()),
                |option| Some(option.attribute("value").unwrap_or_else(|| option.text().unwrap_or_default()).to_owned()),
            ),
            "checkbox" | "radio" => Some(if of("value").is_empty() { "on" } else { of("value") }.to_owned()),
            _ => Some(node.attribute("value").or_else(|| node.text()).unwrap_or_default().to_owned()),
        };
        let kept = node.attribute("data-value").and_then(|path| kept_text(self.kept, path));
        let mut value = first.unwrap_or_default();
        let mut is_set = node.has_attribute("checked");
        match (kind, kept) {
            ("checkbox" | "radio", Some(kept)) => is_set = kept == value,
            ("checkbox" | "radio", None) => {}
            (_, Some(kept)) => value = kept,
            _ => {}
        }
        match (kind, self.view.fields.get(&number)) {
            ("checkbox" | "radio", Some(set)) => is_set = set == "on",
            (_, Some(set)) => value.clone_from(set),
            _ => {}
        }
        self.page.controls.push(Control {
            place: number,
            id: of("id").to_owned(),
            name: of("name").to_owned(),
            form: place.form,
            kind: kind.to_owned(),
            value,
            is_set,
            is_required: node.has_attribute("required"),
            options,
        });
    }
}

/// Something that a site keeps, by its path.
fn at<'v>(kept: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(kept, |value, part| match (value, part) {
        (Value::Array(all), "last") => all.last().unwrap_or(&Value::Null),
        (Value::Array(all), part) => part.parse::<usize>().ok().and_then(|at| all.get(at)).unwrap_or(&Value::Null),
        (value, part) => &value[part],
    })
}

fn kept_text(kept: &Value, path: &str) -> Option<String> {
    if let Some(list) = path.strip_suffix(".length") {
        return at(kept, list).as_array().map(|all| all.len().to_string());
    }
    match at(kept, path) {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn holds(kept: &Value, condition: &str) -> bool {
    let text = |path: &str| kept_text(kept, path).unwrap_or_default();
    if let Some((path, value)) = condition.split_once("!=") {
        return text(path) != value;
    }
    if let Some((path, value)) = condition.split_once('=') {
        return text(path) == value;
    }
    match at(kept, condition) {
        Value::Null => false,
        Value::Array(all) => !all.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

pub(super) fn host(address: &str) -> &str {
    address.split("//").nth(1).unwrap_or_default().split(['/', '?', '#']).next().unwrap_or_default()
}

/// An address as it stands on a page.
pub(super) fn resolve(page: &str, address: &str) -> String {
    let plain = page.split(['?', '#']).next().unwrap_or_default();
    if address.contains("://") {
        address.to_owned()
    } else if address.starts_with('/') {
        format!("http://{}{address}", host(page))
    } else if address.starts_with(['?', '#']) {
        format!("{plain}{address}")
    } else {
        let folder = plain.rfind('/').map_or(plain, |at| &plain[..=at]);
        format!("{folder}{address}")
    }
}
