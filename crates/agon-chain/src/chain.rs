//! What a chain consists of: stages with what is to be found out, what is to be done, and how an expert goes about it.

use agon_grade::{Element, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A chain over the internet of a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Of the internet.
    pub seed: u64,
    /// What stands for the placeholders of a task file.
    pub values: BTreeMap<String, String>,
    pub stages: Vec<Stage>,
}

/// One stage: it is passed when every element is reported and every goal was reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub elements: Vec<Found>,
    pub goals: Vec<Goal>,
    /// What an expert does, from where the stage before ended.
    pub moves: Vec<Move>,
    /// What somebody careless does instead.
    pub slips: Vec<Slip>,
}

/// Something that is to be found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    pub element: Element,
    /// What a careless agent would report.
    pub wrong: Value,
    /// The pages that tell it.
    pub pages: Vec<String>,
    /// Whether it stands on those pages as it is, and is not computed or read off a picture.
    pub is_told: bool,
}

/// A state of the browser that is to be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Of its check.
    pub name: String,
    pub state: GoalState,
}

/// What the browser or a site holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalState {
    /// The last entry that a site keeps in a list, or the one object that it keeps, has these fields. Of several sent forms the last counts.
    Kept { site: String, list: String, fields: BTreeMap<String, String> },
    /// A site keeps exactly these entries in a list, in any order.
    KeptAll { site: String, list: String, entries: Vec<BTreeMap<String, String>> },
    /// A file of this address was saved.
    Downloaded(String),
    /// A page of this address has a bookmark.
    Bookmarked(String),
    /// A page or file of this address was opened.
    Opened(String),
}

/// A piece of work that goes wrong, and the check that fails by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slip {
    pub name: String,
    pub fails: String,
    pub moves: Vec<Move>,
}

/// One thing that an expert does in the browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Types an address.
    Go(String),
    /// Searches from the address bar.
    Search(String),
    /// Finds a text on the page and presses what it stands on: a link, a button, a tab, a heading that opens. Matches count from 1.
    Press {
        text: String,
        nth: usize,
    },
    /// Finds a label and replaces what stands in its field.
    Fill {
        label: String,
        nth: usize,
        value: String,
    },
    /// Goes on to the next field by Tab, and replaces what stands in it: for labels that cannot be found.
    FillNext {
        value: String,
    },
    /// Finds a label and chooses from its list.
    Choose {
        label: String,
        nth: usize,
        option: String,
    },
    /// Finds a label and ticks its box or radio button, or takes the tick away.
    Tick {
        label: String,
        nth: usize,
    },
    /// Sends the form of the field or list before; behind a list its button must come next.
    Enter,
    /// Goes back.
    Back,
    /// Opens a new tab and types an address there.
    NewTab(String),
    /// Shows a tab, which count from 1.
    Tab(usize),
    CloseTab,
    /// Reads on, so many screens, and goes back to the top.
    Read(usize),
    /// Bookmarks the page.
    Bookmark,
    /// Opens what was saved last.
    OpenDownload,
}

impl Stage {
    /// The right result; `None` if the stage asks for none.
    pub fn result(&self) -> Option<Value> {
        let elements: Vec<Element> = self.elements.iter().map(|found| found.element.clone()).collect();
        (!elements.is_empty()).then(|| agon_grade::right_answer(&elements))
    }

    /// Results in which one element is as a careless agent has it, with the element's name.
    pub fn wrong_results(&self) -> Vec<(String, Value)> {
        let wrong = |found: &Found| {
            let mut result = self.result()?;
            result[&found.element.name] = found.wrong.clone();
            Some((found.element.name.clone(), result))
        };
        self.elements.iter().filter_map(wrong).collect()
    }

    /// The same right result written otherwise: numbers as texts with their unit.
    pub fn same_result(&self) -> Option<Value> {
        let mut result = self.result()?;
        for Found { element, .. } in &self.elements {
            if let Wanted::Number(quantity) = &element.wanted {
                result[&element.name] = format!("{} {}", quantity.value, quantity.unit).trim().into();
            }
        }
        Some(result)
    }
}
