//! TypeScript types of the pages, which are generated from Rust.

use std::path::Path;

/// Fails unless `web/generated/PAGE.ts` holds these declarations; writes it anew where `AGON_GENERATE` is set. `source` is where the types
/// are, `test` what finds the calling test.
#[track_caller]
pub fn check_page_types(page: &str, source: &str, test: &str, declared: &[String]) {
    let krate = source.split('/').nth(1).expect("a path below crates/");
    let command = format!("AGON_GENERATE=1 cargo test -p {krate} {test}");
    let declared: Vec<String> = declared.iter().map(|declared| format!("export {declared}")).collect();
    let text = format!("// Generated from {source}: run `{command}`.\n\n{}\n", declared.join("\n\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/generated").join(page).with_extension("ts");
    if std::env::var_os("AGON_GENERATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(kept, text, "run {command}");
}
