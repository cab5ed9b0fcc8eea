//! Embeds the science suite's files.

fn main() {
    agon_embed::compressed_folder("science", "../../suites/science");
}
