//! Embeds the chain suite's files.

fn main() {
    agon_embed::compressed_folder("suite", "../../suites/chain");
}
