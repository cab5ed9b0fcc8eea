//! The files of the web applications.

use agon_taskfile::TaskFolder;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/site.rs"));
}

/// What the server can give out: `circuit/index.html` and the like. Nothing in it is private.
#[derive(Clone, Default)]
pub struct Site {
    files: Arc<BTreeMap<String, Vec<u8>>>,
}

/// A file and what it is.
pub struct Asset<'a> {
    pub bytes: &'a [u8],
    pub mime: &'static str,
}

impl Site {
    /// What was built into this binary.
    pub fn embedded() -> Self {
        let files = embedded::FILES.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
        Self { files: Arc::new(files) }
    }

    /// The applications in this binary, with those of a suite: the pages that lie in `APP/site`.
    pub fn with(mut self, folder: &TaskFolder) -> Self {
        let all = Arc::make_mut(&mut self.files);
        for (path, bytes) in folder.files() {
            if let Some((app, name)) = path.split_once("/site/").filter(|(app, _)| !app.contains('/')) {
                all.insert(format!("{app}/{name}"), bytes.to_vec());
            }
        }
        self
    }

    pub fn has_app(&self, app: &str) -> bool {
        self.files.contains_key(&format!("{app}/index.html"))
    }

    /// The script that a sat exam puts into its page.
    pub fn exam_script(&self) -> Option<&str> {
        self.files.get("exam.js").and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// A file of an application; its folder stands for its page.
    pub fn asset(&self, app: &str, path: &str) -> Option<Asset<'_>> {
        let path = path.trim_start_matches('/');
        let name = if path.is_empty() { format!("{app}/index.html") } else { format!("{app}/{path}") };
        let bytes = self.files.get(&name)?;
        Some(Asset { bytes, mime: mime(&name) })
    }
}

impl Asset<'_> {
    /// Whether it is something to look at rather than a part of it.
    pub fn is_page(&self) -> bool {
        self.mime.starts_with("text/html")
    }
}

fn mime(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        _ => "application/octet-stream",
    }
}
