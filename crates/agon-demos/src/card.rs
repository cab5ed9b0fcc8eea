//! The dataset's README: a card that model hubs understand, and people too.

use crate::{Exported, Format, History, Order};
use std::fmt::Write as _;

pub(crate) fn text(exported: &Exported, order: &Order) -> String {
    let mut text = String::from("---\npretty_name: Agon demonstrations\ntask_categories:\n- image-text-to-text\n");
    if order.formats.contains(&Format::Parquet) {
        text.push_str("configs:\n- config_name: default\n  data_files: parquet/*.parquet\n");
    }
    text.push_str("---\n\n# Agon demonstrations\n\n");
    let what = match order.history {
        History::All => "one sample per demonstration, with all its turns".into(),
        History::Last(1) => "one sample per action, with the turn it was taken in".into(),
        History::Last(count) => format!("one sample per action, with the last {count} turns"),
    };
    let _ = writeln!(
        text,
        "{} demonstrations as {} samples ({what}) with {} pictures, exported from a recorded and graded run of Agon. \
         `demos.json` says how they were made.\n",
        exported.demonstrations, exported.samples, exported.images
    );
    text.push_str("| task | demonstrations | steps on average |\n|---|---|---|\n");
    for (task, tally) in &exported.tasks {
        let mean = tally.steps as f64 / tally.demonstrations.max(1) as f64;
        let _ = writeln!(text, "| {task} | {} | {mean:.1} |", tally.demonstrations);
    }
    text.push_str("\n## Reading it\n\n");
    for format in &order.formats {
        text.push_str(match format {
            Format::Sharegpt => "- LLaMA-Factory: `--dataset agon_demos --dataset_dir sharegpt --media_dir sharegpt`\n",
            Format::Parquet => "- datasets: `load_dataset(\"parquet\", data_files=\"parquet/*.parquet\")`\n",
            Format::Webdataset => {
                "- datasets: `load_dataset(\"webdataset\", data_files=\"webdataset/*.tar\")`; webdataset: \
                 `WebDataset(\"webdataset/train-{000000..N}.tar\").decode()`; pictures are `data:` URLs in `json[\"images\"]`\n"
            }
            Format::Verigui => "- VeriGUI: `verigui/TRIAL.json`, a trial with its action log, observation log and stages\n",
            Format::Atif => "- Harbor: `atif/TRIAL.json`, a trajectory in ATIF 1.7\n",
            Format::Inspect => "- Inspect: `inspect view --log-dir inspect`\n",
            Format::Osworld => "- OSWorld: `osworld/` is a folder of results, with a score in each `result.txt`\n",
        });
    }
    text.push_str(
        "\nA user's message is what the agent was shown, with `<image>` for each picture in order; an assistant's is the call \
         it made. `start` names the first state by its content, `noise_steps` are random calls from which the solver recovers.\n",
    );
    text
}
