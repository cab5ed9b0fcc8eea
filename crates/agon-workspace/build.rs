//! Embeds the exam suite's files.

fn main() {
    agon_embed::folder("exam", "../../suites/exam");
}
