//! Embeds the built web applications and the web suite's files. Where the applications have not been built their list is empty, and the
//! suite says what to do.

fn main() {
    agon_embed::folder("site", "../../web/dist");
    agon_embed::folder("suite", "../../suites/web");
}
