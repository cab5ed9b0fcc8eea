//! `svg`: the structure of a drawing. How it looks is a question for a verifier that draws it.
//!
//! | setting | meaning |
//! |---|---|
//! | `file` | the path below `output/` |
//! | `counts` | how many elements of a name there are: `{ circle = 3, path = { min = 1, max = 9 }, script = 0 }` |
//! | `ids` | ids that must be there |
//! | `elements` | list of elements that must be there |
//! | `view_box` | the four numbers of the view box |
//! | `width_mm`, `height_mm` | tolerance of the drawing's size: `{ value, absolute }` |
//! | `requires`, `forbids` | probes into its texts, as in `text` |
//!
//! | of an element | meaning |
//! |---|---|
//! | `of` | `rect`, `#id`, `.class` or `rect.class` |
//! | `attributes` | what it must have: numbers within `absolute`, colours in any way of writing, other texts exactly. Attributes in `style` and, of colours and strokes, of the groups around it count too |
//! | `text` | what it must say |
//! | `times` | how many such elements there must be at least; default 1 |
//! | `name`, `absolute`, `weight`, `gate` | what it is called, the tolerance of numbers (default 0.01), how much it counts |

mod paint;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::number::{ratio, shown};
use crate::settings::{Rule, Tolerance, check_weight, one};
use crate::text::{Probe, Prose, mark_probes};
use crate::{written, xml};
use paint::{attribute, millimetres, same_value};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SvgMode {
    file: String,
    #[serde(default)]
    counts: BTreeMap<String, Count>,
    #[serde(default)]
    ids: Vec<String>,
    #[serde(default)]
    elements: Vec<Element>,
    view_box: Option<[f64; 4]>,
    width_mm: Option<Tolerance>,
    height_mm: Option<Tolerance>,
    #[serde(default)]
    requires: Vec<Probe>,
    #[serde(default)]
    forbids: Vec<Probe>,
}

/// A number, or bounds.
#[derive(Debug, Clone, Copy, serde::Deserialize)]
#[serde(untagged)]
enum Count {
    Exactly(usize),
    Between {
        #[serde(default)]
        min: usize,
        #[serde(default = "any")]
        max: usize,
    },
}

fn any() -> usize {
    usize::MAX
}

impl Count {
    fn holds(self, count: usize) -> bool {
        match self {
            Self::Exactly(wanted) => count == wanted,
            Self::Between { min, max } => (min..=max).contains(&count),
        }
    }

    fn words(self) -> String {
        match self {
            Self::Exactly(wanted) => wanted.to_string(),
            Self::Between { min, max: usize::MAX } => format!("at least {min}"),
            Self::Between { min, max } => format!("from {min} to {max}"),
        }
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Element {
    name: Option<String>,
    of: String,
    #[serde(default)]
    attributes: BTreeMap<String, toml::Value>,
    text: Option<String>,
    #[serde(default = "once")]
    times: usize,
    #[serde(default = "hundredth")]
    absolute: f64,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

fn once() -> usize {
    1
}

fn hundredth() -> f64 {
    0.01
}

impl Element {
    fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.of)
    }

    fn selects(&self, node: Node<'_, '_>) -> bool {
        if let Some(id) = self.of.strip_prefix('#') {
            return node.attribute("id") == Some(id);
        }
        let (tag, class) = self.of.split_once('.').map_or((self.of.as_str(), None), |(tag, class)| (tag, Some(class)));
        let has_class = |class| node.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class));
        (tag.is_empty() || node.tag_name().name() == tag) && class.is_none_or(has_class)
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let attributes = self
            .attributes
            .iter()
            .all(|(name, wanted)| attribute(node, name).is_some_and(|seen| same_value(wanted, &seen, self.absolute)));
        attributes && self.text.as_ref().is_none_or(|wanted| written::folded(&text_of(node)) == written::folded(wanted))
    }

    fn mark(&self, parts: &mut Parts, document: &Document<'_>) {
        let selected: Vec<Node<'_, '_>> = elements(document).filter(|node| self.selects(*node)).collect();
        let fitting = selected.iter().filter(|node| self.fits(**node)).count();
        let mut wanted: Vec<String> = self.attributes.iter().map(|(name, value)| format!("{name} {value}")).collect();
        wanted.extend(self.text.iter().map(|text| format!("the text \"{text}\"")));
        let expected = format!("{} × {} with {}", self.times, self.of, wanted.join(", "));
        let mut seen = format!("{fitting} of {} such elements", selected.len());
        if let Some(node) = selected.first().filter(|_| fitting < self.times) {
            let has: Vec<String> =
                self.attributes.keys().filter_map(|name| Some(format!("{name} {}", attribute(*node, name)?))).collect();
            seen.push_str(&format!("; the first has {}", if has.is_empty() { "none of it".into() } else { has.join(", ") }));
        }
        parts.check(self.label(), Rule { weight: self.weight, gate: self.gate }, fitting >= self.times, expected, seen);
    }
}

fn elements<'a, 'i>(document: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(Node::is_element)
}

/// The texts in an element, which a program may have cut into spans.
fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect::<Vec<_>>().join(" ")
}

impl SvgMode {
    fn mark_size(&self, parts: &mut Parts, root: Node<'_, '_>) {
        if let Some(wanted) = self.view_box {
            let text = root.attribute("viewBox").unwrap_or_default();
            let seen: Vec<f64> = text.split([' ', ',']).filter_map(|number| number.trim().parse().ok()).collect();
            let tolerance = Tolerance::absolute(1e-3);
            let same = seen.len() == 4 && wanted.iter().zip(&seen).all(|(a, b)| tolerance.score(*a, *b) >= 1.0);
            parts.check("view_box", Rule::ONE, same, wanted.map(shown).join(" "), text);
        }
        for (name, tolerance) in [("width", &self.width_mm), ("height", &self.height_mm)] {
            if let Some(tolerance) = tolerance {
                let seen = root.attribute(name).and_then(millimetres).unwrap_or(f64::NAN);
                tolerance.mark(parts, &format!("{name}_mm"), None, seen, " mm");
            }
        }
    }
}

impl Mode for SvgMode {
    fn check(&self) -> Result<(), Problem> {
        for (name, tolerance) in [("width_mm", &self.width_mm), ("height_mm", &self.height_mm)] {
            if let Some(tolerance) = tolerance {
                tolerance.check(name)?;
                if tolerance.value.is_none() {
                    return Err(Problem::new(format!("`{name}` needs a `value`: there is no reference")));
                }
            }
        }
        for element in &self.elements {
            check_weight(element.label(), element.weight)?;
            Tolerance::absolute(element.absolute).check(element.label())?;
            if element.times == 0 || (element.attributes.is_empty() && element.text.is_none()) {
                return Err(Problem::new(format!("element `{}` asks for nothing: use `counts` or `ids`", element.label())));
            }
        }
        self.requires.iter().chain(&self.forbids).try_for_each(Probe::check)?;
        if self.requires.iter().chain(&self.forbids).any(|probe| probe.page.is_some()) {
            return Err(Problem::new("a drawing has no pages: `page` is for `pdf`"));
        }
        let nothing = self.counts.is_empty()
            && self.ids.is_empty()
            && self.elements.is_empty()
            && self.view_box.is_none()
            && self.width_mm.is_none()
            && self.height_mm.is_none()
            && self.requires.is_empty()
            && self.forbids.is_empty();
        if nothing { Err(Problem::new("it looks for nothing: give `counts` or `elements`")) } else { Ok(()) }
    }

    fn references(&self) -> Vec<&str> {
        Vec::new()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let text = input.artifact(&self.file, "an SVG drawing", |bytes| {
            let text = written::decode(bytes)?;
            // Parsed here once for its faults; the document borrows the text and is made again below.
            let root = xml::parse(&text)?.root_element().tag_name().name().to_owned();
            if root == "svg" { Ok(text) } else { Err(crate::input::Unreadable::new(format!("is XML of `{root}`, not of `svg`"))) }
        })?;
        let fault = |why: String| Stop::Artifact { expected: format!("{}: an SVG drawing", self.file), seen: why };
        let document = xml::parse(&text).map_err(|why| fault(why.to_string()))?;
        let mut parts = Parts::default();
        for (name, wanted) in &self.counts {
            let count = elements(&document).filter(|node| node.tag_name().name() == name).count();
            parts.check(format!("count of {name}"), Rule::ONE, wanted.holds(count), wanted.words(), count.to_string());
        }
        if !self.ids.is_empty() {
            let has = |id: &&String| elements(&document).any(|node| node.attribute("id") == Some(id.as_str()));
            let missing: Vec<&String> = self.ids.iter().filter(|id| !has(id)).collect();
            let words = missing.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", ");
            let seen = if missing.is_empty() { "all".to_owned() } else { format!("missing: {words}") };
            parts.add("ids", Rule::ONE, ratio(self.ids.len() - missing.len(), self.ids.len()), self.ids.join(", "), seen);
        }
        for element in &self.elements {
            element.mark(&mut parts, &document);
        }
        self.mark_size(&mut parts, document.root_element());
        if !self.requires.is_empty() || !self.forbids.is_empty() {
            let texts = elements(&document).filter(|node| matches!(node.tag_name().name(), "text" | "title" | "desc"));
            let prose = Prose::new(texts.map(text_of).collect::<Vec<_>>().join("\n")).map_err(|why| fault(why.to_string()))?;
            mark_probes(&mut parts, &self.requires, &self.forbids, &prose);
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
