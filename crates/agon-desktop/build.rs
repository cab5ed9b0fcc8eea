//! Embeds the science suite's files.

fn main() {
    agon_embed::folder("science", "../../suites/science");
}
