//! The built web pages, embedded in the binary: the applications, the play page, the report's script, the exam's script.
//!
//! Their sources are in `web/`; `scripts/build-web` builds them into `web/dist`, from where the build script here takes them.
//! A binary that was built before them holds none: [`Site::embedded`] is then empty, and [`NOT_BUILT`] says what to do.
//!
//! ```
//! let site = agon_assets::Site::embedded().with("notes", &[("index.html", "<p>Hello")]);
//! let page = site.asset("notes", "/").expect("it was just added");
//! assert_eq!((page.mime, page.bytes), ("text/html; charset=utf-8", &b"<p>Hello"[..]));
//! ```

mod site;

pub use site::{Asset, Site};

/// What to do where a page is missing.
pub const NOT_BUILT: &str = "run scripts/build-web, then build agon again";
