//! What web worlds need from outside.

use crate::apps::{self, App};
use crate::browsers::KeeperSource;
use crate::site::Site;
use std::path::PathBuf;
use std::time::Duration;

/// What web worlds need from outside.
pub struct WebOptions {
    /// Where processes and folders are registered, so that nothing is left behind.
    pub keeper: KeeperSource,
    /// The browser to use; found on the path unless given.
    pub chromium: Option<PathBuf>,
    /// The applications' files.
    pub site: Site,
    /// The applications whose tasks have a form of their own.
    pub apps: &'static [&'static dyn App],
    /// For one command of the browser; one that takes longer has hung.
    pub timeout: Duration,
    /// How many pages of a kind stand ready ahead of need.
    pub keep_ready: usize,
}

impl WebOptions {
    /// The built-in applications. `AGON_CHROMIUM` names another browser than the one on the path.
    pub fn new(keeper: KeeperSource) -> Self {
        let chromium = std::env::var_os("AGON_CHROMIUM").filter(|path| !path.is_empty()).map(PathBuf::from);
        Self { keeper, chromium, site: Site::embedded(), apps: apps::APPS, timeout: Duration::from_secs(30), keep_ready: 2 }
    }
}
