//! One application in one isolated browser context: the page of one trial.

use crate::browsers::Running;
use crate::input::{InputDevices, dispatch};
use crate::tree;
use agon_assets::{NOT_BUILT, Site};
use agon_cdp::{CdpError, Event, Session};
use agon_core::{Destination, Image, Input, Refusal, Region, Status, Tree, ZOOM};
use base64::Engine as _;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// What pages that can stand in for one another have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageOptions {
    pub(crate) app: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) clock: Clock,
    /// JSON that the page finds as `agonStart`.
    pub(crate) start: Option<String>,
}

/// Whose time the page lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// It passes with steps and waits, and stands still while the agent thinks.
    #[default]
    Agent,
    Real,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum PageError {
    #[error(transparent)]
    Browser(#[from] CdpError),
    #[error("the web applications were not built into this binary: {NOT_BUILT}")]
    NotBuilt,
    #[error("the page crashed")]
    Crashed,
    #[error("the page was not ready within {secs} s: {detail}")]
    NotReady { secs: u64, detail: String },
    #[error("the page threw an error: {0}")]
    Threw(String),
    #[error("the browser's answer to {0} makes no sense")]
    Nonsense(&'static str),
    #[error("a page cannot be asked for {0}")]
    NotOffered(String),
}

/// A page that is ready to be used. Dropping it closes it, with all storage.
pub(crate) struct Page {
    options: PageOptions,
    site: Site,
    session: Arc<Session>,
    context: Context,
    watched: watch::Receiver<Watched>,
    hands: InputDevices,
}

/// What the page's events have told so far.
#[derive(Clone, Debug, Default)]
struct Watched {
    crashed: bool,
    loading: HashSet<String>,
}

const READY_TIMEOUT: Duration = Duration::from_secs(20);
/// App time is moved on in pieces, each of which must be done within the time limit of a command.
const MAX_ADVANCE_MS: f64 = 500.0;

impl PageOptions {
    /// The origin that the application always has; the proxy knows it.
    fn origin(&self) -> String {
        format!("http://{}.localhost", self.app)
    }
}

impl Page {
    /// Opens the application in a context of its own and waits until it is ready.
    pub(crate) async fn open(
        running: Arc<Running>,
        proxy: SocketAddr,
        site: Site,
        options: PageOptions,
    ) -> Result<Self, PageError> {
        let client = running.client();
        let isolated = json!({
            "disposeOnDetach": true,
            "proxyServer": format!("http://{proxy}"),
            // Without this, loopback would be reached past the proxy.
            "proxyBypassList": "<-loopback>",
        });
        let reply = client.call("Target.createBrowserContext", isolated).await?;
        let id = reply["browserContextId"].as_str().ok_or(PageError::Nonsense("Target.createBrowserContext"))?.to_owned();
        let context = Context { running: running.clone(), id, is_closed: false };
        let (width, height) = (options.width, options.height);
        let target = json!({"url": "about:blank", "browserContextId": context.id, "width": width, "height": height});
        let reply = client.call("Target.createTarget", target).await?;
        let target = reply["targetId"].as_str().ok_or(PageError::Nonsense("Target.createTarget"))?;
        let (session, events) = client.attach(target).await?;
        let session = Arc::new(session);
        let (sender, watched) = watch::channel(Watched::default());
        tokio::spawn(watch_events(events, Arc::downgrade(&session), sender));
        let mut script = String::new();
        if options.clock == Clock::Real {
            script.push_str("globalThis.agonClock = 'real';\n");
        }
        if let Some(start) = &options.start {
            script.push_str(&format!("globalThis.agonStart = {start};\n"));
        }
        script.push_str(site.exam_script().ok_or(PageError::NotBuilt)?);
        let preparations = [
            ("Page.enable", json!({})),
            ("Inspector.enable", json!({})),
            ("Network.enable", json!({"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})),
            (
                "Emulation.setDeviceMetricsOverride",
                json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
            ),
            ("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
            ("Emulation.setTimezoneOverride", json!({"timezoneId": "UTC"})),
            ("Emulation.setLocaleOverride", json!({"locale": "en-US"})),
            ("Page.setInterceptFileChooserDialog", json!({"enabled": true})),
            ("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})),
        ];
        let sent =
            preparations.into_iter().map(|(method, params)| session.send(method, params)).collect::<Result<Vec<_>, _>>()?;
        let denied = json!({"behavior": "deny", "browserContextId": context.id});
        client.call("Browser.setDownloadBehavior", denied).await?;
        for answer in sent {
            answer.wait().await?;
        }
        let mut page = Self { options, site, session, context, watched, hands: InputDevices::default() };
        let url = page.options.origin() + "/";
        page.session.call("Page.navigate", json!({"url": url})).await?;
        page.ready().await?;
        Ok(page)
    }

    /// Closes it, with all storage, and waits until that is done.
    pub(crate) async fn close(&mut self) -> Result<(), PageError> {
        Ok(self.context.close().await?)
    }

    pub(crate) fn running(&self) -> &Arc<Running> {
        &self.context.running
    }

    /// Whether a trial may begin in it.
    pub(crate) fn is_usable(&self) -> bool {
        !self.watched.borrow().crashed && self.context.running.is_sound()
    }

    /// Performs what mouse and keyboard can.
    pub(crate) async fn input(&mut self, input: &Input) -> Result<(), PageError> {
        let events = self.hands.events(input);
        let session = self.session.clone();
        self.unless_crashed(dispatch(&session, events)).await
    }

    /// Lets app time pass, and waits until nothing is on its way.
    pub(crate) async fn settle(&mut self, app_ms: f64) -> Result<(), PageError> {
        let mut left = app_ms;
        loop {
            let piece = left.clamp(0.0, MAX_ADVANCE_MS);
            self.evaluate(format!("agonProctor.advance({piece})")).await?;
            left -= piece;
            if left <= 0.0 {
                break;
            }
        }
        // What the step began to load belongs to the step.
        if !self.watched.borrow().loading.is_empty() {
            self.ready().await?;
            self.evaluate("agonProctor.advance(0)".into()).await?;
        }
        Ok(())
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.options.width, self.options.height)
    }

    /// The screen, or a part of it enlarged.
    pub(crate) async fn screenshot(&self, part: Option<Region>) -> Result<Image, PageError> {
        let mut params = json!({"format": "png", "optimizeForSpeed": true});
        let (mut width, mut height) = (self.options.width, self.options.height);
        if let Some(part) = part {
            let scale = f64::from(ZOOM);
            params["clip"] = json!({"x": part.x, "y": part.y, "width": part.width, "height": part.height, "scale": scale});
            (width, height) = ((part.width * scale).round() as u32, (part.height * scale).round() as u32);
        }
        let session = self.session.clone();
        let reply = self.unless_crashed(session.call("Page.captureScreenshot", params)).await?;
        let nonsense = || PageError::Nonsense("Page.captureScreenshot");
        let data = reply["data"].as_str().ok_or_else(nonsense)?;
        let bytes = base64::engine::general_purpose::STANDARD.decode(data).map_err(|_| nonsense())?;
        Ok(Image::png(width, height, bytes))
    }

    pub(crate) async fn tree(&self) -> Result<Tree, PageError> {
        Ok(tree::read(&self.session, (self.options.width, self.options.height)).await?)
    }

    /// The application's state, through the private door.
    pub(crate) async fn state(&mut self) -> Result<Value, PageError> {
        let text = self.evaluate("agonProctor.state()".into()).await?;
        let text = text.as_str().ok_or(PageError::Nonsense("Runtime.evaluate"))?;
        serde_json::from_str(text).map_err(|_| PageError::Nonsense("Runtime.evaluate"))
    }

    /// Goes to another page of the application or along its history. `Ok(Some(…))` says why it was refused.
    pub(crate) async fn navigate(&mut self, to: &Destination) -> Result<Option<Refusal>, PageError> {
        let home = self.options.origin() + "/";
        let refused = |feedback: String| Ok(Some(Refusal { status: Status::Blocked, feedback }));
        match to {
            Destination::Url(url) => {
                let page = url.strip_prefix(&home).map(|rest| rest.split(['?', '#']).next().unwrap_or_default());
                // A browser reads past white space, back slashes and dots; no page of ours has such an address.
                let is_page = |page: &str| {
                    let plain = !url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
                    plain && self.site.asset(&self.options.app, page).is_some_and(|asset| asset.is_page())
                };
                if !page.is_some_and(is_page) {
                    return refused(format!("Only pages of this application can be opened, such as {home}"));
                }
                self.session.call("Page.navigate", json!({"url": url})).await?;
            }
            Destination::Reload => {
                self.session.call("Page.reload", json!({})).await?;
            }
            Destination::Back | Destination::Forward => {
                let history = self.session.call("Page.getNavigationHistory", json!({})).await?;
                let now = history["currentIndex"].as_i64().unwrap_or_default();
                let wanted = if *to == Destination::Back { now - 1 } else { now + 1 };
                let entry = usize::try_from(wanted).ok().and_then(|index| history["entries"].get(index));
                // The blank page before the application is not part of it.
                let Some(entry) = entry.filter(|entry| entry["url"].as_str().is_some_and(|url| url.starts_with(&home))) else {
                    return refused("There is no page of this application in that direction.".into());
                };
                self.session.call("Page.navigateToHistoryEntry", json!({"entryId": entry["id"]})).await?;
            }
        }
        self.ready().await?;
        Ok(None)
    }

    /// Waits until the document is loaded, the application has registered and is idle.
    async fn ready(&mut self) -> Result<(), PageError> {
        let deadline = Instant::now() + READY_TIMEOUT;
        loop {
            // While a page is being replaced there is no proctor, or it goes away in the middle of the question.
            match self.evaluate("globalThis.agonProctor ? agonProctor.whenReady(1000) : null".into()).await {
                Ok(Value::Bool(true)) => return Ok(()),
                Ok(_) | Err(PageError::Threw(_) | PageError::Browser(CdpError::Refused { .. }))
                    if !self.watched.borrow().crashed => {}
                Ok(_) => return Err(PageError::Crashed),
                Err(error) => return Err(error),
            }
            if Instant::now() > deadline {
                let detail = self.evaluate("`${location.href} is ${document.readyState}, ${document.visibilityState}, fonts ${document.fonts.status}`".into()).await;
                let detail =
                    detail.map(|text| text.as_str().unwrap_or_default().to_owned()).unwrap_or_else(|error| error.to_string());
                return Err(PageError::NotReady { secs: READY_TIMEOUT.as_secs(), detail });
            }
            let _ = tokio::time::timeout(Duration::from_millis(20), self.watched.changed()).await;
        }
    }

    /// A page that crashed answers nothing: its event is what tells.
    async fn unless_crashed<T>(&self, answer: impl Future<Output = Result<T, CdpError>>) -> Result<T, PageError> {
        let mut watched = self.watched.clone();
        tokio::select! {
            biased;
            Ok(_) = watched.wait_for(|watched| watched.crashed) => Err(PageError::Crashed),
            answer = answer => Ok(answer?),
        }
    }

    async fn evaluate(&mut self, expression: String) -> Result<Value, PageError> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let session = self.session.clone();
        let mut reply = self.unless_crashed(session.call("Runtime.evaluate", params)).await?;
        if let Some(exception) = reply.get("exceptionDetails") {
            let thrown = exception["exception"]["description"].as_str().or(exception["text"].as_str());
            return Err(PageError::Threw(thrown.unwrap_or_default().lines().next().unwrap_or_default().to_owned()));
        }
        Ok(reply["result"]["value"].take())
    }
}

/// A browser context: what is opened in it knows nothing of the others. Dropping it disposes of all that.
struct Context {
    running: Arc<Running>,
    id: String,
    is_closed: bool,
}

impl Context {
    async fn close(&mut self) -> Result<(), CdpError> {
        if !self.is_closed {
            let params = json!({"browserContextId": self.id});
            self.running.client().call("Target.disposeBrowserContext", params).await?;
            self.is_closed = true;
        }
        Ok(())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if !self.is_closed {
            self.running.client().post("Target.disposeBrowserContext", json!({"browserContextId": self.id}));
        }
    }
}

/// Follows the page's events until it is closed.
async fn watch_events(mut events: mpsc::UnboundedReceiver<Event>, session: Weak<Session>, sender: watch::Sender<Watched>) {
    while let Some(Event { method, params }) = events.recv().await {
        let request = || params["requestId"].as_str().unwrap_or_default().to_owned();
        match method.as_str() {
            "Inspector.targetCrashed" => sender.send_modify(|watched| watched.crashed = true),
            "Network.requestWillBeSent" => sender.send_modify(|watched| {
                watched.loading.insert(request());
            }),
            "Network.loadingFinished" | "Network.loadingFailed" => {
                sender.send_modify(|watched| {
                    watched.loading.remove(&request());
                });
            }
            // A dialog would block the page for ever: nobody can see it.
            "Page.javascriptDialogOpening" => {
                if let Some(session) = session.upgrade() {
                    let _ = session.send("Page.handleJavaScriptDialog", json!({"accept": true}));
                }
            }
            _ => {}
        }
    }
}
