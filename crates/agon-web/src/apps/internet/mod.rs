//! The small internet: offline sites in a page that works like a browser. The sites come from `agon-internet`, the tasks from `agon-chain`.

mod app;
mod functions;
mod hand;

pub use app::SmallInternet;
