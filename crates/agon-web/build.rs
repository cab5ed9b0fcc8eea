//! Embeds the web suite's files.

fn main() {
    agon_embed::folder("suite", "../../suites/web");
}
