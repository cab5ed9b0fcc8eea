//! Embeds the exam suite's files.

fn main() {
    agon_embed::compressed_folder("exam", "../../suites/exam");
}
