//! TypeScript types of the pages, which are generated from Rust.

use std::path::Path;

/// Fails unless `web/generated/PAGE.ts` holds these declarations; writes it anew where `AGON_GENERATE` is set. `source` is where the types
/// are, below the crate whose test asks, which has `pages_types` in its name.
#[track_caller]
pub fn check_page_types(page: &str, source: &str, declared: &[String]) {
    let package = source.split('/').nth(1).unwrap_or_default();
    let command = format!("AGON_GENERATE=1 cargo test -p {package} pages_types");
    let declared: Vec<String> = declared.iter().map(|declared| format!("export {declared}")).collect();
    let text = format!("// Generated from {source}: run `{command}`.\n\n{}\n", declared.join("\n\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/generated").join(page).with_extension("ts");
    if std::env::var_os("AGON_GENERATE").is_some() {
        let written = std::fs::write(&file, &text);
        assert!(written.is_ok(), "{}: {written:?}", file.display());
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(kept, text, "run {command}");
}
