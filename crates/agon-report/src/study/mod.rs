//! Studies over any number of runs: what success depends on, who is better than whom, and what it costs.
//!
//! Each study is a [`Table`] with the sentence that says how it was computed. [`Study::of`] makes them all; [`text`], [`csv`] and the page of
//! `html::study_page` write them down. Agents of the same label are one agent in all runs.

mod agents;
mod data;
mod facets;
mod factors;
mod ranking;
mod resources;
mod table;
mod tasks;
mod tools;

pub use agents::{AgentFacts, AgentFactsError, AgentsFile};
pub use data::Material;
pub use table::{Column, Entry, Table, csv, text};
pub use tools::{ToolKind, kind_of};

use crate::facts::Catalogue;
use crate::progress::Distance;
use agon_record::Run;
use serde::Serialize;

/// Every study of some runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Study {
    pub format: u32,
    pub runs: Vec<String>,
    pub agents: Vec<String>,
    pub trials: u32,
    pub tables: Vec<Table>,
}

/// What a study needs beside the runs.
pub struct StudyOptions<'a> {
    pub catalogue: &'a Catalogue,
    /// How far a state is on its way, where a suite can tell.
    pub distance: Distance<'a>,
    /// What agents' settings do not say: their size, their family.
    pub agents: AgentsFile,
    /// The difference that the power is computed for, as a share.
    pub difference: f64,
}

impl Study {
    pub const FORMAT: u32 = 1;

    pub fn of(runs: &[&Run], options: &StudyOptions<'_>) -> Self {
        let material = Material::of(runs, options);
        let mut tables = vec![
            facets::table(&material, options.catalogue),
            ranking::table(&material),
            ranking::pairs(&material),
            factors::steps(&material),
            factors::effects(&material),
            factors::variance(&material),
            tools::table(&material),
            resources::frontier(&material),
            resources::limits(&material),
            tasks::heat(&material),
            tasks::levels(&material),
            ranking::power(&material, options.difference),
        ];
        tables.retain(|table| !table.rows.is_empty());
        Self {
            format: Self::FORMAT,
            runs: runs.iter().map(|run| run.manifest().name.clone()).collect(),
            agents: material.agents.iter().map(|agent| agent.label.clone()).collect(),
            trials: material.trials.len() as u32,
            tables,
        }
    }

    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}
