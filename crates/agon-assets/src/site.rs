//! The files of the web pages.

use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// What a server can give out: `circuit/index.html` and the like. Nothing in it is private.
#[derive(Clone, Debug, Default)]
pub struct Site {
    files: Arc<BTreeMap<String, Arc<File>>>,
}

/// A file's content.
#[derive(Debug)]
enum File {
    Built(&'static [u8]),
    /// Decompressed when it is first asked for.
    Compressed(&'static [u8], OnceLock<Vec<u8>>),
    Given(Vec<u8>),
}

impl File {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Built(bytes) => bytes,
            Self::Given(bytes) => bytes,
            Self::Compressed(packed, plain) => plain.get_or_init(|| {
                let mut plain = Vec::new();
                // The build script of this crate has written it, so it can be read.
                let _ = ZlibDecoder::new(*packed).read_to_end(&mut plain);
                plain
            }),
        }
    }
}

/// A file and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Asset<'a> {
    pub bytes: &'a [u8],
    pub mime: &'static str,
}

impl Site {
    /// What was built into this binary.
    pub fn embedded() -> Self {
        static FILES: LazyLock<Arc<BTreeMap<String, Arc<File>>>> = LazyLock::new(|| {
            let file = |(name, is_compressed, bytes): &(&str, bool, &'static [u8])| {
                (
                    (*name).to_owned(),
                    Arc::new(if *is_compressed { File::Compressed(bytes, OnceLock::new()) } else { File::Built(bytes) }),
                )
            };
            Arc::new(embedded::FILES.iter().map(file).collect())
        });
        Self { files: FILES.clone() }
    }

    /// The same with an application more: an exam writer's page, or a test's.
    pub fn with<C: AsRef<[u8]>>(mut self, app: &str, files: &[(&str, C)]) -> Self {
        let all = Arc::make_mut(&mut self.files);
        for (name, content) in files {
            all.insert(format!("{app}/{name}"), Arc::new(File::Given(content.as_ref().to_vec())));
        }
        self
    }

    /// Whether there is a page of this name.
    pub fn has_app(&self, app: &str) -> bool {
        self.files.contains_key(&format!("{app}/index.html"))
    }

    /// The script that a sat exam puts into its page.
    pub fn exam_script(&self) -> Option<&str> {
        self.text("exam.js")
    }

    /// The script of an HTML report, which is written into the report itself.
    pub fn report_script(&self) -> Option<&str> {
        self.text("report.js")
    }

    /// A file of an application; its folder stands for its page.
    pub fn asset(&self, app: &str, path: &str) -> Option<Asset<'_>> {
        let path = path.trim_start_matches('/');
        let name = if path.is_empty() { format!("{app}/index.html") } else { format!("{app}/{path}") };
        let bytes = self.files.get(&name)?.bytes();
        Some(Asset { bytes, mime: mime(&name) })
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.files.get(name).and_then(|file| std::str::from_utf8(file.bytes()).ok())
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
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_application_and_path_and_nowhere_else() {
        let site = Site::default().with("notes", &[("index.html", "page"), ("assets/a.js", "script")]);
        assert!(site.has_app("notes") && !site.has_app("other"));
        assert!(site.asset("notes", "").is_some_and(|asset| asset.is_page()));
        let script = site.asset("notes", "/assets/a.js").unwrap();
        assert_eq!((script.mime, script.bytes), ("text/javascript; charset=utf-8", &b"script"[..]));
        for (app, path) in [("notes", "../notes/index.html"), ("", "notes/index.html"), ("notes", "assets"), ("other", "")] {
            assert!(site.asset(app, path).is_none(), "{app} {path}");
        }
    }

    #[test]
    fn what_the_build_script_embeds_is_what_was_built() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
        let built = std::fs::read_to_string(dist.join("exam.js")).ok();
        assert_eq!(Site::embedded().exam_script(), built.as_deref());
    }
}
