//! A trial as a film, written by ffmpeg where it is installed.

use super::ExportError;
use super::shots::Shots;
use agon_core::{Event, Pixels};
use agon_record::RunIndex;
use std::io::{ErrorKind, Read as _};
use std::process::{Command, Stdio};

const LONGEST_SIDE: u32 = 1920;
/// Pictures a second; each shot is a whole number of them.
const RATE: u32 = 5;

/// The frames of an attempt as MP4 (H.264).
pub fn mp4(index: &RunIndex, events: &[Event]) -> Result<Vec<u8>, ExportError> {
    let shots = Shots::of(index, events, LONGEST_SIDE)?;
    let size = format!("{}x{}", shots.width, shots.height);
    let rate = RATE.to_string();
    let input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size, "-r", &rate, "-i", "pipe:0"];
    let coding = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"];
    // A film that is written to a pipe has its index in parts.
    let output = ["-movflags", "frag_keyframe+empty_moov", "-f", "mp4", "pipe:1"];
    let mut command = Command::new("ffmpeg");
    command.args(["-hide_banner", "-loglevel", "error"]).args(input).args(coding).args(output);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| match error.kind() {
        ErrorKind::NotFound => ExportError::NoFfmpeg,
        _ => ExportError::Io(error),
    })?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // Both of its outputs are read while it is written to, or it would wait for ever.
    let (file, problem, fed) = std::thread::scope(|scope| {
        let read = |stream: Option<Box<dyn std::io::Read + Send>>| {
            let mut bytes = Vec::new();
            stream.map(|mut stream| stream.read_to_end(&mut bytes)).transpose().map(|_| bytes)
        };
        let file = scope.spawn(move || read(stdout.map(|stream| Box::new(stream) as Box<_>)));
        let problem = scope.spawn(move || read(stderr.map(|stream| Box::new(stream) as Box<_>)));
        let fed = stdin.map_or(Ok(()), |mut stdin| feed(&shots, &mut stdin));
        (file.join(), problem.join(), fed)
    });
    let status = child.wait()?;
    let problem = problem.ok().and_then(Result::ok).map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    if !status.success() {
        return Err(ExportError::Ffmpeg(problem.unwrap_or_default()));
    }
    fed?;
    match file {
        Ok(file) => Ok(file?),
        Err(_) => Err(ExportError::Ffmpeg("its output could not be read".into())),
    }
}

fn feed(shots: &Shots, stdin: &mut impl std::io::Write) -> Result<(), ExportError> {
    for picture in shots.pictures() {
        let (image, millis) = picture?;
        let Pixels::Rgb8(pixels) = &image.pixels else { continue };
        for _ in 0..(millis * RATE / 1000).max(1) {
            stdin.write_all(pixels)?;
        }
    }
    Ok(stdin.flush()?)
}
