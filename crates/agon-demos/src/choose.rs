//! Which instances to demonstrate: none that starts as a test does, and none twice.

use crate::DemosError;
use agon_core::{InstanceId, Settings, StartHash, Suite, TaskId};
use serde::Serialize;
use std::collections::BTreeSet;

/// The starts that belong to tests.
#[derive(Clone, Debug, Default)]
pub struct Split {
    starts: BTreeSet<StartHash>,
}

/// What was found for one task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub task: TaskId,
    pub wanted: usize,
    #[serde(skip)]
    pub instances: Vec<InstanceId>,
    pub chosen: usize,
    /// Candidates left out because a test starts so.
    pub in_evaluation: usize,
    /// Candidates left out because an earlier one starts so.
    pub repeated: usize,
}

/// After so many candidates in a row without a new start, and so many more for each start that is known, the task is taken to
/// have no more: if one were left, it would have shown itself in 98 cases of 100.
const PATIENCE: usize = 100;
const PATIENCE_PER_START: usize = 4;
/// Candidates a thread looks at before the results are gathered.
const BATCH: u64 = 32;

/// A task's world: presets of one world can set the same start.
pub fn world_of(task: &TaskId) -> &str {
    task.as_str().rsplit_once('/').map_or(task.as_str(), |(world, _)| world)
}

impl Split {
    /// Adds instances of a task, as these settings set them.
    pub fn add(&mut self, suite: &dyn Suite, task: &TaskId, settings: &Settings, seeds: &[u64]) -> Result<(), DemosError> {
        for start in starts(suite, task, settings, seeds) {
            self.starts.insert(start?);
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    pub fn contains(&self, start: &StartHash) -> bool {
        self.starts.contains(start)
    }

    /// Names the whole split, whatever it was made from.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for start in &self.starts {
            hasher.update(start.to_string().as_bytes());
        }
        hasher.finalize().to_hex()[..32].into()
    }
}

/// Chooses instances of a task, with the seeds from `first` on. `taken` are the starts that the task's world has given
/// already, and grows. Gives up, and returns what there is, once many candidates in a row brought nothing new.
pub fn choose(
    suite: &dyn Suite,
    task: &TaskId,
    settings: &Settings,
    first: u64,
    wanted: usize,
    split: &Split,
    taken: &mut BTreeSet<StartHash>,
) -> Result<Choice, DemosError> {
    let mut choice = Choice { task: task.clone(), wanted, instances: Vec::new(), chosen: 0, in_evaluation: 0, repeated: 0 };
    // The tests' starts that this task was seen to have.
    let mut met = BTreeSet::new();
    let (mut next, mut in_vain) = (first, 0);
    let patience = |known: usize| PATIENCE + PATIENCE_PER_START * known;
    while choice.instances.len() < wanted && in_vain < patience(taken.len() + met.len()) {
        let most = BATCH * threads() as u64;
        // Not far beyond what is wanted: setting an instance can be slow.
        let size = most.min((wanted - choice.instances.len()) as u64).max(1);
        let seeds: Vec<u64> = (next..next.saturating_add(size)).collect();
        next = next.saturating_add(size);
        for (seed, start) in seeds.iter().zip(starts(suite, task, settings, &seeds)) {
            if in_vain >= patience(taken.len() + met.len()) {
                break;
            }
            let start = start?;
            in_vain += 1;
            if split.contains(&start) {
                met.insert(start);
                choice.in_evaluation += 1;
            } else if !taken.insert(start) {
                choice.repeated += 1;
            } else {
                choice.instances.push(instance_id(suite, task, *seed));
                in_vain = 0;
            }
        }
    }
    choice.chosen = choice.instances.len();
    Ok(choice)
}

/// Seeds beyond a task's variants set the same instances again.
fn instance_id(suite: &dyn Suite, task: &TaskId, seed: u64) -> InstanceId {
    InstanceId { task: task.clone(), seed: suite.variants(task).map_or(seed, |variants| seed % variants.max(1)) }
}

/// The starts of a task's instances, in the order of the seeds, worked out on all cores.
fn starts(suite: &dyn Suite, task: &TaskId, settings: &Settings, seeds: &[u64]) -> Vec<Result<StartHash, DemosError>> {
    let start = |seed: &u64| {
        let instance = suite.instance(&instance_id(suite, task, *seed), settings)?;
        instance.start.ok_or_else(|| DemosError::NoStart { task: task.clone() })
    };
    let share = seeds.len().div_ceil(threads()).max(1);
    let mut all = Vec::with_capacity(seeds.len());
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            seeds.chunks(share).map(|part| scope.spawn(move || part.iter().map(start).collect::<Vec<_>>())).collect();
        for worker in workers {
            match worker.join() {
                Ok(part) => all.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
