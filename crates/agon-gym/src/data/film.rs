//! Video files of users, read through the program `ffmpeg`.

use super::clips::{MAX_FRAMES, MAX_SIDE_PX, spread};
use super::file::has_extension;
use crate::Canvas;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc;
use std::time::Duration;

/// How much of a film is looked at, and how often a second.
const LENGTH_SECS: &str = "30";
const RATE: &str = "8";
/// What thirty seconds at this rate and size can take at most, with room for headers.
const MAX_BYTES: u64 = 260 * (MAX_SIDE_PX as u64 * MAX_SIDE_PX as u64 * 3 + 64);
const TIMEOUT: Duration = Duration::from_secs(120);

pub(super) fn is_film_name(path: &Path) -> bool {
    has_extension(path, &["mp4", "webm", "mkv", "mov", "avi", "mpg", "mpeg", "ogv", "m4v", "gif"])
}

/// Whether the program is there; asked once in a process.
pub(super) fn can_decode() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let quiet =
            Command::new("ffmpeg").arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet.is_ok_and(|status| status.success())
    })
}

/// A film's frames, spread over its first half minute.
pub(super) fn decode(path: &Path) -> Result<Vec<Canvas<'static>>, String> {
    let frames = read_frames(path, &format!("fps={RATE}"), &["-t", LENGTH_SECS], &[])?;
    Ok(spread(frames, MAX_FRAMES))
}

/// These very frames of a film, counted from 0 and in the order of time.
pub(super) fn decode_at(path: &Path, positions: &[usize]) -> Result<Vec<Canvas<'static>>, String> {
    // Without the option the gaps between the frames would be filled with copies.
    let wanted: Vec<String> = positions.iter().map(|position| format!("eq(n,{position})")).collect();
    let frames = read_frames(path, &format!("select='{}'", wanted.join("+")), &[], &["-vsync", "0"])?;
    match frames.len() == positions.len() {
        true => Ok(frames),
        false => Err(format!("has {} of the {} frames that are wanted", frames.len(), positions.len())),
    }
}

fn read_frames(path: &Path, filter: &str, limits: &[&str], rate: &[&str]) -> Result<Vec<Canvas<'static>>, String> {
    // The flags keep the conversion to RGB and the scaling to what every machine computes alike; one thread for the same
    // reason. Frames come as PPM, which carries its size.
    let scale = format!(
        "{filter},scale=w='min({MAX_SIDE_PX},iw)':h='min({MAX_SIDE_PX},ih)':force_original_aspect_ratio=decrease:\
         flags=bilinear+accurate_rnd+full_chroma_int+bitexact"
    );
    let child = Command::new("ffmpeg")
        // Files alone: what calls itself a film may be a list of addresses, and nothing is to be fetched.
        .args(["-v", "error", "-nostdin", "-protocol_whitelist", "file", "-threads", "1"])
        .args(limits)
        .arg("-i")
        .arg(protected(path))
        .args(["-an", "-sn", "-vf", &scale])
        .args(rate)
        .args(["-f", "image2pipe", "-c:v", "ppm", "-"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("ffmpeg cannot be started: {error}"))?;
    let bytes = output_of(child)?;
    read_stream(&bytes).ok_or_else(|| "ffmpeg wrote frames we cannot read".into())
}

/// `ffmpeg` takes a name such as `a:b` for an address and `-x` for an option; a path from `./` is neither.
fn protected(path: &Path) -> std::path::PathBuf {
    if path.is_absolute() { path.into() } else { Path::new("./").join(path) }
}

/// Reads what a process writes, bounded in time and size, and ends it.
fn output_of(mut child: Child) -> Result<Vec<u8>, String> {
    let mut stdout = child.stdout.take().ok_or("ffmpeg has no output")?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let outcome = stdout.by_ref().take(MAX_BYTES).read_to_end(&mut bytes).map(|_| bytes);
        let _ = sender.send(outcome);
    });
    let outcome = receiver.recv_timeout(TIMEOUT);
    if outcome.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("ffmpeg was lost: {error}"))?;
    match outcome {
        Err(_) => Err("took ffmpeg too long".into()),
        Ok(Err(error)) => Err(format!("ffmpeg's frames cannot be read: {error}")),
        Ok(Ok(bytes)) if status.success() && !bytes.is_empty() => Ok(bytes),
        Ok(Ok(_)) => Err("cannot be decoded by ffmpeg".into()),
    }
}

/// Reads PPM pictures one after another.
fn read_stream(mut bytes: &[u8]) -> Option<Vec<Canvas<'static>>> {
    let mut frames = Vec::new();
    while !bytes.is_empty() {
        let rest = bytes.strip_prefix(b"P6\n")?;
        let (width, rest) = number(rest)?;
        let (height, rest) = number(rest)?;
        let (levels, rest) = number(rest)?;
        if levels != 255 {
            return None;
        }
        let (pixels, rest) = rest.split_at_checked(width as usize * height as usize * 3)?;
        frames.push(Canvas::from_pixels(width, height, pixels.to_vec())?);
        bytes = rest;
    }
    Some(frames)
}

/// A decimal number and what follows the one blank after it.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit())?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    Some((text.parse().ok()?, bytes.get(end + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_in_a_stream_are_told_apart() {
        let stream = b"P6\n2 1\n255\nabcdefP6\n1 1\n255\nxyz";
        let frames = read_stream(stream).unwrap();
        assert_eq!((frames[0].width(), frames[0].pixels()), (2, &b"abcdef"[..]));
        assert_eq!((frames[1].width(), frames[1].pixels()), (1, &b"xyz"[..]));
        for broken in [&stream[..stream.len() - 1], b"P5\n1 1\n255\nabc", b"P6\n1 1\n65535\nabcdef", b"P6\n"] {
            assert!(read_stream(broken).is_none());
        }
    }

    #[test]
    fn a_process_that_fails_is_an_error_and_one_that_writes_is_read() {
        let run = |script: &str| {
            let child = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
            output_of(child)
        };
        assert_eq!(run("printf hello").unwrap(), b"hello");
        assert!(run("exit 3").is_err() && run("printf hello; exit 3").is_err() && run("true").is_err());
    }
}
