//! What happens now, told over sockets while somebody looks.

mod run;
mod running;
mod trial;

pub(crate) use run::RunFollower;
pub(crate) use trial::TrialFollower;

use agon_server::{Message, WebSocket};
use serde::Serialize;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// How often the files are looked at while somebody looks at the page.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Pages send nothing but their goodbye.
pub(crate) const MOST_BYTES: usize = 1024;

/// Something that is followed: each look tells what is new.
pub(crate) trait Follow: Send + 'static {
    type News: Serialize + Send;

    /// Reads files; called on a thread where that may take its time.
    fn look(&mut self) -> Option<Self::News>;

    /// Nothing more is going to happen.
    fn is_over(&self) -> bool;
}

/// Tells what is new until it is over or the page has gone.
pub(crate) async fn tell<F: Follow>(mut socket: WebSocket, mut follower: F) {
    let mut ticks = tokio::time::interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            heard = socket.receive() => if heard.is_none() { return },
            _ = ticks.tick() => {
                let looked = tokio::task::spawn_blocking(move || {
                    let news = follower.look();
                    (follower, news)
                });
                // A panic in there is a defect of ours; the page asks again.
                let Ok((looked, news)) = looked.await else { return };
                follower = looked;
                if let Some(text) = news.and_then(|news| serde_json::to_string(&news).ok())
                    && socket.send(Message::Text(text)).await.is_err()
                {
                    return;
                }
                if follower.is_over() {
                    return socket.close().await;
                }
            }
        }
    }
}
