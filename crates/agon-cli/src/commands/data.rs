//! `agon data`: what a folder of data holds, and how many different starts each world gets from it.

use crate::exit;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use agon_gym::{Certainty, FolderSurvey, WorldStarts};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon data ~/coco
  agon data ~/lvis/lvis_v1_val.json --sample 200
  agon data ~/hf-objaverse-v1 --json")]
pub(crate) struct Args {
    /// A folder as a data set is unpacked (COCO, LVIS, RefCOCO, Something-Something V2, Objaverse, ImageNet, LLaVA) or of
    /// your own, or an annotation file
    folder: PathBuf,
    /// How many pictures, clips or objects each world looks into; the starts of the others are estimated from them
    #[arg(long, default_value_t = 24, value_name = "N")]
    sample: usize,
    /// Print as JSON: what there is, `worlds` with their starts, `problems` and what was `skipped`
    #[arg(long)]
    json: bool,
}

/// How many skipped things are named before they are counted.
const NAMED: usize = 12;

/// Exit code 1 if no world can use anything of it.
pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let survey = agon_gym::survey(&args.folder, args.sample)?;
    if args.json {
        let mut report = serde_json::to_value(&survey)?;
        if let Value::Object(fields) = &mut report {
            fields.insert("format".into(), json!(FORMAT_VERSION));
            fields.insert("folder".into(), json!(args.folder));
        }
        ui.json(&report)?;
    } else {
        ui.out(&text(&args, &survey));
    }
    Ok(if survey.worlds.iter().any(|world| world.starts.starts > 0.0) { exit::DONE } else { exit::BELOW })
}

fn text(args: &Args, survey: &FolderSurvey) -> String {
    let mut text = format!("{}\n", args.folder.display());
    for (name, content) in contents(survey) {
        text.push_str(&format!("  {name:12} {content}\n"));
    }
    text.push_str("\nStarts\n");
    if survey.worlds.is_empty() {
        text.push_str("  no world can use anything of it; `docs/data.md` tells the forms that are read\n");
    }
    let width = survey.worlds.iter().map(|world| world.task.len()).max().unwrap_or(0);
    let mut setting = String::new();
    for world in &survey.worlds {
        let next = format!("--set {}={}", world.setting, world.value);
        if setting != next {
            text.push_str(&format!("  with {next}\n"));
            setting = next;
        }
        text.push_str(&format!("    {:width$}  {:>22}  {}\n", world.task, amount(world), basis(world)));
    }
    for (title, sentences) in [("Problems", &survey.problems), ("Skipped", &survey.skipped)] {
        if sentences.is_empty() {
            continue;
        }
        text.push_str(&format!("\n{title}\n"));
        sentences.iter().take(NAMED).for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
        if sentences.len() > NAMED {
            text.push_str(&format!("  and {} more (--json names them)\n", sentences.len() - NAMED));
        }
    }
    crate::ui::visible(&text)
}

/// What there is, a line each.
fn contents(survey: &FolderSurvey) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if survey.pictures > 0 {
        lines.push(("pictures", grouped(survey.pictures as f64)));
    }
    for (file, count) in &survey.lists {
        lines.push(("list", format!("{file}: {} pictures that are there", grouped(*count as f64))));
    }
    for file in &survey.annotations {
        let [objects, kinds, images, pictures] =
            [file.objects, file.kinds, file.images, file.pictures].map(|n| grouped(n as f64));
        let layout = file.layout;
        lines.push((
            "annotations",
            format!(
                "{} ({layout}): {objects} objects of {kinds} kinds in {images} pictures, {pictures} of them there",
                file.file
            ),
        ));
        if file.references > 0 {
            let from = file.references_file.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
            let [references, sentences] = [file.references, file.sentences].map(|n| grouped(n as f64));
            lines.push(("expressions", format!("{from}{references} references in {sentences} sentences")));
        }
        for left_out in &file.left_out {
            lines.push(("left out", format!("{} × {}", grouped(left_out.count as f64), left_out.why)));
        }
    }
    let clips = &survey.clips;
    if clips.films > 0 {
        lines
            .push(("clips", format!("{} video files, {} captions", grouped(clips.films as f64), grouped(clips.captions as f64))));
    }
    if clips.folders_of_frames > 0 {
        lines.push(("frames", format!("{} folders of pictures that may be clips", grouped(clips.folders_of_frames as f64))));
    }
    if survey.meshes > 0 {
        lines.push(("objects", format!("{} files", grouped(survey.meshes as f64))));
    }
    if lines.is_empty() {
        lines.push(("nothing", "no pictures, annotations, clips or objects".to_owned()));
    }
    lines
}

fn amount(world: &WorldStarts) -> String {
    let number = grouped(world.starts.starts);
    match world.starts.certainty {
        Certainty::Exact => number,
        Certainty::Estimate => format!("about {number}"),
        Certainty::AtLeast => format!("at least {number}"),
    }
}

/// On what the number rests.
fn basis(world: &WorldStarts) -> String {
    let starts = &world.starts;
    if starts.looked_into == starts.things && starts.usable == starts.things {
        return starts.how.clone();
    }
    let (usable, looked_into) = (grouped(starts.usable as f64), grouped(starts.looked_into as f64));
    format!("{usable} of {looked_into} looked into can be used; {}", starts.how)
}

/// A number with its thousands apart, or, where nobody could read that, in powers of ten.
fn grouped(number: f64) -> String {
    if number >= 1e15 {
        return format!("{number:.1e}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
