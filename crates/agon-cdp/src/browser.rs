//! A Chromium process.

use crate::{CdpError, Chromium, Client};
use agon_reap::{Folder, Group, Keeper, Tag};
use serde_json::json;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};

/// A running browser. Dropping it kills the whole process group and removes its profile.
pub struct Browser {
    client: Client,
    /// What it calls itself: `Chrome/156.0.1.2`.
    version: String,
    // In the order they must go.
    _group: Group,
    _child: Child,
    _profile: Folder,
}

/// How to start one.
#[derive(Clone, Debug)]
pub struct Launch {
    pub chromium: Chromium,
    /// For a single command.
    pub timeout: Duration,
}

/// Nothing of its own on the network, nothing that asks, no work put off because nobody looks, and the same pixels everywhere.
const FLAGS: &[&str] = &[
    "--remote-debugging-pipe",
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-quic",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--no-pings",
    "--metrics-recording-only",
    "--password-store=basic",
    "--deny-permission-prompts",
    "--block-new-web-contents",
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-search-engine-choice-screen",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    // Pictures are put together in the process that sends them: a process less, and a step in two thirds of the time.
    "--in-process-gpu",
    // What is drawn again in parts comes out a shade different, now and then, from what is drawn at once.
    "--disable-partial-raster",
    // Frames are drawn when somebody wants to see one, not sixty times a second.
    "--disable-frame-rate-limit",
    "--disable-gpu-vsync",
    "--no-startup-window",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--lang=en-US",
    // Names are the proxy's to resolve; nothing else may be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    // The address bar's own pages would cost every trial a window's worth of memory.
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions,PaintHolding,DialMediaRouteProvider,RenderDocument,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
];

impl Browser {
    /// Starts one, with Chromium's own sandbox where it can start: it refuses to as root, and most containers deny it what it needs.
    pub async fn launch(launch: &Launch, keeper: &Keeper) -> Result<Self, CdpError> {
        if !rustix::process::geteuid().is_root() {
            match Self::start(launch, keeper, &[]).await {
                Err(CdpError::NotStarted { .. }) => {}
                started => return started,
            }
        }
        Self::start(launch, keeper, &["--no-sandbox"]).await
    }

    async fn start(launch: &Launch, keeper: &Keeper, sandboxing: &[&str]) -> Result<Self, CdpError> {
        let program = &launch.chromium.program;
        let failed = |problem: String| CdpError::NotStarted { program: program.clone(), problem };
        let profile = keeper.folder().map_err(|error| failed(error.to_string()))?;
        // What it puts into the temporary folder, and leaves there when it is killed, goes with the profile.
        let temporary = profile.path().join("tmp");
        std::fs::create_dir(&temporary).map_err(|error| failed(error.to_string()))?;
        let tag = keeper.tag();
        // Chromium reads commands from descriptor 3 and answers on 4: the shell moves our ends there and becomes the browser.
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null"])
            .arg(program)
            .args(FLAGS)
            .args(sandboxing)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .env(Tag::VARIABLE, tag.value())
            .env("TZ", "UTC")
            .env("TMPDIR", temporary)
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let id = child.id().ok_or_else(|| failed("it ended at once".into()))?;
        let group = keeper.group(id, tag).map_err(|error| failed(error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no pipe".into()));
        };
        let client = Client::new(stdout, stdin, launch.timeout);
        let version = match client.call("Browser.getVersion", json!({})).await {
            Ok(reply) => crate::client::text(&reply, "product", "Browser.getVersion")?,
            Err(CdpError::Gone) => return Err(failed("it ended at once; try to run it by hand".into())),
            Err(error) => return Err(error),
        };
        Ok(Self { client, version, _group: group, _child: child, _profile: profile })
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    /// The number of its first process, for those who measure or torment it.
    pub fn process(&self) -> Option<u32> {
        self._child.id()
    }
}
