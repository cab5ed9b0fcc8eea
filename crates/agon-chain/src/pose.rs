//! Poses a chain: a template is asked until what it draws can be asked about.

use crate::chain::Chain;
use crate::leak::is_given_away;
use crate::templates::all;
use crate::writer::Writer;
use agon_core::Rng;
use agon_internet::{Internet, of_seed};
use std::sync::Arc;

/// So often a template draws anew where what it drew has no clear answer.
const MOST_TRIES: usize = 400;
/// So many internets are tried: in about one of a thousand a template finds nothing that it could ask about.
const MOST_INTERNETS: u64 = 8;
/// How far apart the seeds of these are, so that no other instance starts with one of them.
const NEXT_INTERNET: u64 = 1 << 32;

/// Why there is no chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoseError {
    #[error("there is no template called {0:?}; there are {1}")]
    Unknown(String, String),
    #[error("nothing that {0} could ask about was found in the internets of seed {1}")]
    Nothing(String, u64),
}

/// The names of all templates.
pub fn templates() -> impl Iterator<Item = &'static str> {
    all().map(|(name, _)| name)
}

/// The chain of a template over the internet of a seed, or the first after it that has one; the same for ever.
pub fn pose(template: &str, seed: u64) -> Result<Chain, PoseError> {
    let known = all().find(|(name, _)| *name == template);
    let (name, write) = known.ok_or_else(|| PoseError::Unknown(template.into(), templates().collect::<Vec<_>>().join(", ")))?;
    let mut rng = Rng::new(name, seed);
    let in_internet = |internet: Arc<Internet>| {
        (0..MOST_TRIES).find_map(|_| {
            let mut writer = Writer::new(&internet, rng.fork("try"));
            write(&mut writer)?;
            Some(writer.chain()).filter(|chain| !takes_wrong_for_right(chain) && !is_given_away(&internet, chain))
        })
    };
    let mut internets = (0..MOST_INTERNETS).map(|next| of_seed(seed.wrapping_add(next * NEXT_INTERNET)));
    internets.find_map(in_internet).ok_or_else(|| PoseError::Nothing(template.into(), seed))
}

/// Whether what a careless agent reports is right all the same, as where two people have one name.
fn takes_wrong_for_right(chain: &Chain) -> bool {
    chain.stages.iter().flat_map(|stage| &stage.elements).any(|found| found.element.wanted.accepts(&found.wrong))
}
