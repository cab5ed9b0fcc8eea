//! The browser that trials share, and pages that stand ready in it.

use crate::apps;
use crate::options::WebOptions;
use crate::page::{Page, PageError, PageOptions};
use agon_assets::Site;
use agon_cdp::{Browser, CdpError, Client, Launch, find};
use agon_core::Fault;
use agon_reap::{Keeper, ReapError};
use agon_server::{Apps, Route, Server};
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Opens the register of processes and folders, when it is first needed.
pub type KeeperSource = Box<dyn Fn() -> Result<Keeper, ReapError> + Send + Sync>;

/// Shared by all web trials of this process.
pub(crate) struct Browsers {
    site: Site,
    keeper: KeeperSource,
    chromium: Option<PathBuf>,
    /// For one command of the browser.
    timeout: Duration,
    /// How many pages of a kind stand ready ahead of need.
    keep_ready: usize,
    /// The proxy and the browser, once they are needed.
    started: tokio::sync::Mutex<Started>,
    ready: Mutex<HashMap<PageOptions, Ready>>,
}

#[derive(Default)]
struct Started {
    server: Option<Server>,
    running: Option<Arc<Running>>,
}

/// Pages that wait for a trial, and how many are being opened.
#[derive(Default)]
struct Ready {
    pages: VecDeque<Page>,
    opening: usize,
}

/// A browser with pages in it. It ends with the last of them once it is condemned.
pub struct Running {
    browser: Browser,
    opened: AtomicU32,
    condemned: AtomicBool,
}

/// A browser is replaced after this many pages: whatever it gathers over time goes with it.
const PAGES_PER_BROWSER: u32 = 400;

impl Running {
    pub fn client(&self) -> &Client {
        self.browser.client()
    }

    /// The number of its first process.
    pub fn process(&self) -> Option<u32> {
        self.browser.process()
    }

    /// No new page is opened in it.
    pub(crate) fn condemn(&self) {
        self.condemned.store(true, Ordering::Relaxed);
    }

    /// Whether pages that were opened in it can be used.
    pub(crate) fn is_sound(&self) -> bool {
        !self.condemned.load(Ordering::Relaxed) && !self.client().is_gone()
    }

    /// Whether another page may be opened in it.
    fn is_usable(&self) -> bool {
        self.is_sound() && self.opened.load(Ordering::Relaxed) < PAGES_PER_BROWSER
    }
}

impl Browsers {
    pub(crate) fn new(options: WebOptions) -> Self {
        let WebOptions { site, keeper, chromium, timeout, keep_ready, .. } = options;
        Self { site, keeper, chromium, timeout, keep_ready, started: tokio::sync::Mutex::default(), ready: Mutex::default() }
    }

    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    /// The browser that a setting names, if one does.
    pub(crate) fn named(&self) -> Option<&Path> {
        self.chromium.as_deref()
    }

    pub(crate) fn chromium(&self) -> Option<agon_cdp::Chromium> {
        find(self.chromium.as_deref())
    }

    /// A fresh page: one that stands ready, else a new one. Others are opened meanwhile for those who come next.
    pub(crate) async fn page(self: &Arc<Self>, options: &PageOptions) -> Result<Page, Fault> {
        let waiting = self.take_ready(options);
        self.refill(options);
        match waiting {
            Some(page) => Ok(page),
            None => self.open(options).await,
        }
    }

    /// The browser that would be used next, if one runs.
    pub(crate) async fn running(&self) -> Option<Arc<Running>> {
        self.started.lock().await.running.clone().filter(|running| running.is_usable())
    }

    fn take_ready(&self, options: &PageOptions) -> Option<Page> {
        let mut ready = self.ready();
        let pages = &mut ready.get_mut(options)?.pages;
        while let Some(page) = pages.pop_front() {
            if page.is_usable() {
                return Some(page);
            }
        }
        None
    }

    fn refill(self: &Arc<Self>, options: &PageOptions) {
        // Hardly another trial begins with the same.
        if options.start.is_some() {
            return;
        }
        let mut ready = self.ready();
        let kind = ready.entry(options.clone()).or_default();
        while kind.pages.len() + kind.opening < self.keep_ready {
            kind.opening += 1;
            let (this, options) = (Arc::downgrade(self), options.clone());
            tokio::spawn(async move {
                let Some(browsers) = this.upgrade() else { return };
                let opened = browsers.open(&options).await;
                let mut ready = browsers.ready();
                let kind = ready.entry(options).or_default();
                kind.opening -= 1;
                // One that cannot be opened is nobody's trial; whoever needs a page next will say why.
                kind.pages.extend(opened.ok());
            });
        }
    }

    async fn open(&self, options: &PageOptions) -> Result<Page, Fault> {
        let (running, proxy) = {
            let mut started = self.started.lock().await;
            let proxy = match &started.server {
                Some(server) => server.address(),
                None => {
                    let server = Server::start(0, Apps::new(self.site.clone(), Route::ByHost).with_made(apps::made))
                        .await
                        .map_err(Fault::world)?;
                    started.server.insert(server).address()
                }
            };
            let running = match started.running.take().filter(|running| running.is_usable()) {
                Some(running) => running,
                None => self.launch().await.map_err(Fault::world)?,
            };
            running.opened.fetch_add(1, Ordering::Relaxed);
            started.running = Some(running.clone());
            (running, proxy)
        };
        let opened = Page::open(running.clone(), proxy, self.site.clone(), options.clone()).await;
        opened.map_err(|error| fault(&running, error))
    }

    async fn launch(&self) -> Result<Arc<Running>, CdpError> {
        let missing = || CdpError::NotStarted { program: "chromium".into(), problem: "it is not installed".into() };
        let launch = Launch { chromium: self.chromium().ok_or_else(missing)?, timeout: self.timeout };
        let keeper = (self.keeper)()
            .map_err(|error| CdpError::NotStarted { program: launch.chromium.program.clone(), problem: error.to_string() })?;
        let browser = Browser::launch(&launch, &keeper).await?;
        Ok(Arc::new(Running { browser, opened: AtomicU32::new(0), condemned: AtomicBool::new(false) }))
    }

    fn ready(&self) -> MutexGuard<'_, HashMap<PageOptions, Ready>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What broke makes a trial void. A browser that does not answer gets no more pages: the retry has a fresh one.
pub(crate) fn fault(running: &Running, error: PageError) -> Fault {
    if matches!(error, PageError::Browser(CdpError::Silent { .. }) | PageError::NotReady { .. }) {
        running.condemn();
    }
    Fault::world(error)
}
