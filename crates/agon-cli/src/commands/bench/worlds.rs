//! Frames a second, world by world, on one core. Seconds of this thread's own work: what else the machine does at the same
//! time hardly matters.

use super::Figure;
use agon_core::{Action, Pixels, Rng, Settings, Suite as _, TaskId};
use agon_gym::{Canvas, Episode, GymSuite, Kind, kinds};
use anyhow::Context as _;
use std::time::Duration;

/// Steps of random play with a frame drawn after each, then the same with the frame as a PNG file, then solving. Of all
/// worlds that can run here, unless some are named.
pub(super) fn measure(span: Duration, names: &[String]) -> anyhow::Result<Vec<Figure>> {
    let suite = GymSuite::new()?;
    let mut figures = Vec::new();
    let is_ready = |kind: &&&dyn Kind| kind.needs().iter().all(|need| need.found.is_some());
    let ready: Vec<&dyn Kind> = kinds().iter().filter(is_ready).copied().collect();
    if let Some(name) = names.iter().find(|name| ready.iter().all(|kind| kind.name() != *name)) {
        let known: Vec<&str> = ready.iter().map(|kind| kind.name()).collect();
        anyhow::bail!("no world {name:?} can be measured here; there are {}", known.join(", "));
    }
    for kind in ready.iter().filter(|kind| names.is_empty() || names.iter().any(|name| name == kind.name())) {
        let name = kind.name();
        // The hard preset, as the paper's users measured it.
        let settings = suite.settings(&TaskId::new(format!("gym/{name}/hard")))?;
        let (width, height) = Episode::start(*kind, settings.clone(), 0)?.puzzle().frame_size();
        let drawn = steps_per_sec(*kind, &settings, span, Ok)?;
        figures.push(Figure::new(format!("{name} {width}x{height}, rendered"), drawn, "steps/s"));
        let encoded = steps_per_sec(*kind, &settings, span, encode)?;
        figures.push(Figure::new(format!("{name}, rendered and encoded as PNG"), encoded, "steps/s"));
        figures.push(Figure::new(format!("{name}, set and solved"), solves_per_sec(*kind, &settings, span)?, "episodes/s"));
    }
    Ok(figures)
}

/// Plays at random and draws after each step into one buffer that goes round, as for whoever steps a world in a loop.
fn steps_per_sec(
    kind: &dyn Kind,
    settings: &Settings,
    span: Duration,
    mut then: impl FnMut(Canvas<'static>) -> anyhow::Result<Canvas<'static>>,
) -> anyhow::Result<f64> {
    let mut episode = Episode::start(kind, settings.clone(), 0)?;
    let mut rng = Rng::new("bench", 0);
    // Drawn beforehand, so that only the world is measured; `stop` is left out, for it would end the episode.
    let functions: Vec<_> = episode.functions().iter().filter(|f| f.name != "stop").cloned().collect();
    let mut draw_action = || rng.choose(&functions).cloned().map(|function| Action::from(function.sample(&mut rng)));
    let actions: Vec<Action> = (0..1024).filter_map(|_| draw_action()).collect();
    let (width, height) = episode.puzzle().frame_size();
    let mut canvas = Canvas::new(width, height);
    let begin = worked();
    let mut steps = 0u32;
    // So many steps take a small part of a second in the slowest world, and a look at the clock costs nothing in the fastest.
    for part in actions.chunks(16).cycle().take_while(|_| worked() - begin < span) {
        for action in part {
            std::hint::black_box(episode.act(action));
            episode.puzzle().draw(&mut canvas);
            canvas = then(canvas)?;
        }
        steps += part.len() as u32;
    }
    Ok(f64::from(steps) / (worked() - begin).as_secs_f64())
}

fn encode(canvas: Canvas<'static>) -> anyhow::Result<Canvas<'static>> {
    let image = canvas.into_image();
    std::hint::black_box(agon_image::encode(&image)?);
    match image.pixels {
        Pixels::Rgb8(pixels) => Canvas::from_pixels(image.width, image.height, pixels).context("the canvas changed its size"),
        _ => anyhow::bail!("a canvas became an encoded picture"),
    }
}

fn solves_per_sec(kind: &dyn Kind, settings: &Settings, span: Duration) -> anyhow::Result<f64> {
    let begin = worked();
    let mut solves = 0u32;
    while worked() - begin < span {
        let episode = Episode::start(kind, settings.clone(), u64::from(solves))?;
        std::hint::black_box(episode.solve(kind.strategies()[0], None, 0));
        solves += 1;
    }
    Ok(f64::from(solves) / (worked() - begin).as_secs_f64())
}

/// How long this thread has worked so far.
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
