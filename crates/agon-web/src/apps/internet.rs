//! The small internet: offline sites in a page that works like a browser. The sites come from `agon-internet`.

use crate::apps::{AnswerKey, App};
use agon_taskfile::Problem;
use toml::Table;

/// The small internet.
pub(super) struct SmallInternet;

/// What stands in front of the names of the files that the page asks for.
const MADE: &str = "made/";

impl App for SmallInternet {
    fn name(&self) -> &'static str {
        "internet"
    }

    fn title(&self) -> &'static str {
        "Small Internet"
    }

    fn shows_tree(&self) -> bool {
        true
    }

    fn key(&self, _: Table) -> Result<Box<dyn AnswerKey>, Problem> {
        Err("no tasks can be set on the small internet yet".into())
    }

    fn made(&self, path: &str) -> Option<Vec<u8>> {
        agon_internet::made(path.strip_prefix(MADE)?)
    }
}
