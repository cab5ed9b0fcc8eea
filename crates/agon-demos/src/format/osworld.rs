//! Result folders as OSWorld's scripts read them: `osworld/ACTIONS/OBSERVATIONS/AGENT/DOMAIN/EXAMPLE/` with `traj.jsonl`, a screenshot for
//! each step and the score in `result.txt`.

use crate::files;
use crate::{Demonstration, DemosError};
use agon_core::Surface;
use agon_record::Run;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// The names of the folders above, which OSWorld's scripts are told by flags.
const ACTIONS: &str = "agon";

/// Writes one trial. One whose result is there already is left as it is.
pub(super) fn write(dataset: &Path, run: &Run, demonstration: &Demonstration) -> Result<(), DemosError> {
    let folder = folder_of(dataset, demonstration);
    let result = folder.join("result.txt");
    if result.exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder).map_err(DemosError::write(&folder))?;
    let mut lines = String::new();
    for (index, turn) in demonstration.turns.iter().enumerate() {
        let is_last = index + 1 == demonstration.turns.len();
        let seen = demonstration.turns.get(index + 1).map_or(&demonstration.last, |next| &next.observation);
        let shot = seen.frames.iter().find(|frame| frame.name == "screen").or_else(|| seen.frames.first());
        let name = shot.map(|frame| format!("step_{}.{}", index + 1, frame.kind));
        if let (Some(frame), Some(name)) = (shot, &name) {
            files::link(&run.frame_path(frame), &folder.join(name))?;
        }
        let line = json!({
            "step_num": index + 1,
            "action_timestamp": format!("{:.0}", turn.at_ms),
            "action": turn.action,
            "reward": if is_last { demonstration.score } else { 0.0 },
            "done": is_last,
            "info": {},
            "screenshot_file": name,
        });
        lines.push_str(&format!("{line}\n"));
    }
    files::write(folder.join("traj.jsonl"), lines.as_bytes())?;
    // Last: whoever counts results looks for this file.
    files::write(result, format!("{}\n", demonstration.score).as_bytes())
}

fn folder_of(dataset: &Path, demonstration: &Demonstration) -> PathBuf {
    let has = |surface: Surface| demonstration.instance.brief.surfaces.contains(&surface);
    let observations = match (has(Surface::Screen), has(Surface::Tree)) {
        (true, true) => "screenshot_a11y_tree",
        (false, true) => "a11y_tree",
        _ => "screenshot",
    };
    let task = demonstration.instance.id.task.as_str();
    let (domain, example) = task.rsplit_once('/').unwrap_or(("agon", task));
    let repeat = if demonstration.repeat > 0 { format!("-{}", demonstration.repeat) } else { String::new() };
    let example = format!("{example}@{}{repeat}", demonstration.instance.id.seed);
    let plain = |text: &str| text.replace(['/', '\\', '\0'], "-");
    dataset
        .join("osworld")
        .join(ACTIONS)
        .join(observations)
        .join(plain(&demonstration.agent))
        .join(plain(domain))
        .join(plain(&example))
}
