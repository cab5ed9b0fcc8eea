//! Frames that are drawn when we ask for one: Chromium's headless shell, told so, draws nothing by itself.
//!
//! A screenshot is then the very frame that is drawn for it, in one command, which takes two thirds of the time that an ordinary
//! browser needs to draw, wait and copy.

use agon_cdp::{CdpError, Session};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

pub(crate) struct Frames {
    session: Arc<Session>,
    /// The frame on its way. Only one may be, and whoever asked for it may have gone.
    drawing: Option<JoinHandle<Result<Value, CdpError>>>,
    /// The last picture, for as long as nothing was drawn after it: a frame in which nothing changes has none.
    last: Option<String>,
}

/// Whether frames that nobody looks at reach the display.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Display {
    /// The page has its frame (layout, callbacks, events that wait for one), and what changed is drawn with the next picture.
    Later,
    Now,
}

/// Between frames that nobody looks at: sixty a second, as a page would have them.
const PACE: Duration = Duration::from_millis(16);

impl Frames {
    pub(crate) fn new(session: Arc<Session>) -> Self {
        Self { session, drawing: None, last: None }
    }

    /// Goes on drawing for as long as somebody waits beside it for something that needs frames.
    pub(crate) async fn go_on(&mut self, display: Display) {
        if display == Display::Now {
            self.last = None;
        }
        loop {
            tokio::time::sleep(PACE).await;
            // What is wrong with the page is told to whoever waits.
            let _ = self.draw(json!({"noDisplayUpdates": display == Display::Later})).await;
        }
    }

    /// A picture as `params` ask for it, in base64. `None`: nothing changed, and the last picture is not known.
    pub(crate) async fn picture(&mut self, params: Value) -> Result<Option<String>, CdpError> {
        let mut frame = self.draw(json!({"screenshot": params})).await?;
        if let Value::String(data) = frame["screenshotData"].take() {
            self.last = Some(data);
        }
        Ok(self.last.clone())
    }

    async fn draw(&mut self, params: Value) -> Result<Value, CdpError> {
        let _ = self.drawn().await;
        let frame = self.session.send("HeadlessExperimental.beginFrame", params)?;
        self.drawing = Some(tokio::spawn(frame.wait()));
        self.drawn().await
    }

    async fn drawn(&mut self) -> Result<Value, CdpError> {
        let Some(drawing) = &mut self.drawing else { return Ok(Value::Null) };
        let frame = drawing.await.unwrap_or(Err(CdpError::Gone));
        self.drawing = None;
        frame
    }
}
