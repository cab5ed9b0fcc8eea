//! By what a run's trials can be grouped: difficulty, domain, capability and surface of their tasks.

use crate::outcome::domain_of;
use agon_core::{Brief, Difficulty, TaskCard, TaskId};
use agon_record::PlannedTrial;
use std::collections::{BTreeMap, HashMap};

/// What suites tell of their tasks. Runs do not record it: tasks that this agon does not have are in no group by it.
#[derive(Debug, Default)]
pub struct Catalogue(BTreeMap<TaskId, TaskFacts>);

#[derive(Debug)]
struct TaskFacts {
    difficulty: Difficulty,
    tags: Vec<String>,
}

/// A property of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    Difficulty,
    Domain,
    Capability,
    Surface,
}

/// How the worlds of a run's tasks could be touched, by task and variant, as their briefs said.
#[derive(Clone, Debug, Default)]
pub struct Surfaces(HashMap<TaskId, Vec<OfVariant>>);

/// A variant of a task, and its surfaces.
type OfVariant = (Option<String>, Vec<&'static str>);

impl Catalogue {
    /// What these tasks' cards tell.
    pub fn of(cards: impl IntoIterator<Item = TaskCard>) -> Self {
        let facts = |card: TaskCard| (card.id, TaskFacts { difficulty: card.difficulty, tags: card.tags });
        Self(cards.into_iter().map(facts).collect())
    }

    pub fn tasks(&self) -> impl Iterator<Item = &TaskId> {
        self.0.keys()
    }
}

impl Facet {
    pub const ALL: [Self; 4] = [Self::Difficulty, Self::Domain, Self::Capability, Self::Surface];

    /// Its name in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Difficulty => "difficulty",
            Self::Domain => "domain",
            Self::Capability => "capability",
            Self::Surface => "surface",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|facet| facet.word() == word)
    }

    /// A trial's values: mostly one, of capabilities and surfaces several.
    pub fn values<'a>(self, planned: &'a PlannedTrial, catalogue: &'a Catalogue, surfaces: &Surfaces) -> Vec<&'a str> {
        let task = &planned.instance.task;
        let facts = catalogue.0.get(task);
        match self {
            Self::Difficulty => facts.map(|facts| facts.difficulty.word()).into_iter().collect(),
            Self::Domain => vec![domain_of(task)],
            Self::Capability => facts.map(|facts| facts.tags.iter().map(String::as_str).collect()).unwrap_or_default(),
            Self::Surface => surfaces.of(planned).to_vec(),
        }
    }
}

impl Surfaces {
    /// Those of a trial; none where they are not known.
    pub fn of(&self, planned: &PlannedTrial) -> &[&'static str] {
        let variants = self.0.get(&planned.instance.task).map(Vec::as_slice).unwrap_or_default();
        variants.iter().find(|(variant, _)| *variant == planned.variant).map(|(_, words)| words.as_slice()).unwrap_or_default()
    }

    /// Whether the trial's task and variant are known.
    pub fn has(&self, planned: &PlannedTrial) -> bool {
        self.0.get(&planned.instance.task).is_some_and(|variants| variants.iter().any(|(variant, _)| *variant == planned.variant))
    }

    /// Takes in what a brief of this task and variant says.
    pub fn add(&mut self, planned: &PlannedTrial, brief: &Brief) {
        let words = brief.surfaces.iter().map(|surface| surface.word()).collect();
        self.0.entry(planned.instance.task.clone()).or_default().push((planned.variant.clone(), words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{InstanceId, Surface};

    #[test]
    fn a_trial_has_the_values_of_its_task_and_variant() {
        let planned = |task: &str, variant: Option<&str>| PlannedTrial {
            trial: 0,
            agent: "a".into(),
            instance: InstanceId { task: TaskId::new(task), seed: 1 },
            repeat: 0,
            variant: variant.map(str::to_owned),
        };
        let card = |task: &str| TaskCard {
            id: TaskId::new(task),
            title: String::new(),
            about: String::new(),
            difficulty: Difficulty::Hard,
            tags: vec!["core".into(), "proof".into()],
            limits: Default::default(),
        };
        let catalogue = Catalogue::of([card("science/gis/first")]);
        let mut surfaces = Surfaces::default();
        let brief = Brief { surfaces: vec![Surface::Screen, Surface::Answer], ..Brief::default() };
        surfaces.add(&planned("science/gis/first", Some("x")), &brief);
        let values = |facet: Facet, planned: &PlannedTrial| facet.values(planned, &catalogue, &surfaces).join(" ");
        let (known, unknown) = (planned("science/gis/first", Some("x")), planned("mine/first", None));
        let of = |planned: &PlannedTrial| Facet::ALL.map(|facet| values(facet, planned));
        assert_eq!(of(&known), ["hard", "gis", "core proof", "screen answer"]);
        assert_eq!(of(&unknown), ["", "first", "", ""]);
        assert_eq!(values(Facet::Surface, &planned("science/gis/first", None)), "");
    }
}
