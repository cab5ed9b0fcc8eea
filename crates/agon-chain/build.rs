//! Embeds the chain suite's files.

fn main() {
    agon_embed::folder("suite", "../../suites/chain");
}
