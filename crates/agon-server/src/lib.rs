//! HTTP on loopback, for the pages that are built into the binary.
//!
//! A [`Server`] answers with one [`Handler`] until it is dropped. Three handlers stand here: [`Apps`] gives out the files of the
//! web applications, also as the only proxy of an exam's browser; [`play`] lets a person sit a task in a page; [`people`] lets
//! participants with access codes sit the trials of a run. A handler may also open a [`websocket()`]. Whatever is served comes from
//! this machine and, but for participants, is asked for by this machine: hosts are checked, and pages reach nothing else.
//!
//! ```
//! # async fn example() -> std::io::Result<()> {
//! use agon_server::{Apps, Route, Server};
//! let site = agon_assets::Site::embedded();
//! let server = Server::start(0, Apps::new(site, Route::Only("circuit".into()))).await?;
//! println!("http://{}/", server.address());
//! # Ok(())
//! # }
//! ```

mod apps;
mod http;
pub mod people;
pub mod play;
pub mod secret;
mod websocket;

pub use apps::{Apps, Make, Route};
pub use http::{Handler, Peer, Reply, Server, asset, file, kept, names_this_machine, plain};
pub use websocket::{Message, SocketClosed, WebSocket, is_of_own_page, websocket};
