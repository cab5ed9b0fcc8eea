//! One trial's screen: captured through shared memory, settled by damage.

mod pointer;
mod stream;
mod windows;

pub use windows::Window;

use agon_core::Image;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stream::PatientStream;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectError, ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::damage::{self, ConnectionExt as _};
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xfixes::ConnectionExt as _;
use x11rb::protocol::xproto::{
    AutoRepeatMode, ChangeKeyboardControlAux, ConnectionExt as _, CreateWindowAux, ImageFormat, WindowClass,
};
use x11rb::protocol::{xproto, xtest};
use x11rb::rust_connection::RustConnection;

/// A connection to the X server from outside the sandbox.
pub struct Display {
    pub(crate) connection: RustConnection<PatientStream>,
    pub(crate) root: xproto::Window,
    width: u16,
    height: u16,
    segment: Mutex<Segment>,
    damage: damage::Damage,
    /// A window that is never shown, to ask the window manager about.
    probe: xproto::Window,
    atoms: windows::Atoms,
    /// How many bytes have passed between the programs and the server, where a filter stands between them.
    pub(crate) traffic: Arc<AtomicU64>,
}

/// Memory that the server writes the screen into.
struct Segment {
    memory: File,
    id: shm::Seg,
}

/// The server does not answer, or not as it should.
#[derive(Debug, thiserror::Error)]
#[error("the X server has gone: {0}")]
pub struct DisplayError(String);

const BYTES_PER_PIXEL: usize = 4;
const LOOK_AGAIN: Duration = Duration::from_millis(3);

impl Display {
    /// Connects to a server's socket.
    pub fn connect(socket: &Path) -> Result<Self, DisplayError> {
        let connection = RustConnection::connect_to_stream(PatientStream::connect(socket)?, 0)?;
        let screen = connection.setup().roots.first().ok_or_else(|| DisplayError("it has no screen".into()))?;
        let (root, width, height) = (screen.root, screen.width_in_pixels, screen.height_in_pixels);
        connection.damage_query_version(1, 1)?.reply()?;
        xtest::get_version(&connection, 2, 2)?.reply()?;
        connection.shm_query_version()?.reply()?;
        connection.xfixes_query_version(5, 0)?.reply()?;
        let damage = connection.generate_id()?;
        connection.damage_create(damage, root, damage::ReportLevel::NON_EMPTY)?.check()?;
        // A key that an agent holds while it thinks would otherwise type by the clock on the wall.
        connection.change_keyboard_control(&ChangeKeyboardControlAux::new().auto_repeat_mode(AutoRepeatMode::OFF))?.check()?;
        let probe = connection.generate_id()?;
        let plain = CreateWindowAux::new();
        connection.create_window(0, probe, root, 0, 0, 1, 1, 0, WindowClass::INPUT_OUTPUT, 0, &plain)?.check()?;
        let segment = Mutex::new(Segment::attach(&connection, usize::from(width) * usize::from(height) * BYTES_PER_PIXEL)?);
        let atoms = windows::Atoms::new(&connection)?.reply()?;
        Ok(Self { connection, root, width, height, segment, damage, probe, atoms, traffic: Arc::default() })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width.into(), self.height.into())
    }

    /// The whole screen as it is now, with the pointer on it.
    pub fn capture(&self) -> Result<Image, DisplayError> {
        let segment = self.segment.lock().unwrap_or_else(PoisonError::into_inner);
        let (width, height, format) = (self.width, self.height, ImageFormat::Z_PIXMAP.into());
        let screen = self.connection.shm_get_image(self.root, 0, 0, width, height, !0, format, segment.id, 0)?;
        let pointer = self.connection.xfixes_get_cursor_image()?;
        screen.reply()?;
        let mut pixels = segment.read_rgb(width.into(), height.into())?;
        pointer::draw(&mut pixels, width.into(), &pointer.reply()?);
        Ok(Image::rgb8(width.into(), height.into(), pixels))
    }

    /// Waits until nothing has been drawn for a time, but not longer than `most`. Whether it became quiet.
    pub async fn settle(&self, quiet: Duration, most: Duration) -> Result<bool, DisplayError> {
        self.quiet(quiet, most, || self.was_drawn_on()).await
    }

    /// The same until no program has asked the server for anything either.
    pub(crate) async fn settle_requests(&self, quiet: Duration, most: Duration) -> Result<bool, DisplayError> {
        let mut before = None;
        let is_busy = || {
            let now = self.traffic.load(Ordering::Relaxed);
            Ok(self.was_drawn_on()? | (before.replace(now) != Some(now)))
        };
        self.quiet(quiet, most, is_busy).await
    }

    async fn quiet(
        &self,
        quiet: Duration,
        most: Duration,
        mut is_busy: impl FnMut() -> Result<bool, DisplayError>,
    ) -> Result<bool, DisplayError> {
        let start = Instant::now();
        let mut last = start;
        loop {
            if is_busy()? {
                last = Instant::now();
            }
            if last.elapsed() >= quiet {
                return Ok(true);
            }
            if start.elapsed() >= most {
                return Ok(false);
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// Waits until the server has taken all that was sent.
    pub fn sync(&self) -> Result<(), DisplayError> {
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }

    /// Whether anything was drawn since it was last asked.
    fn was_drawn_on(&self) -> Result<bool, DisplayError> {
        let mut drawn = false;
        while let Some(event) = self.connection.poll_for_event()? {
            drawn |= matches!(event, Event::DamageNotify(_));
        }
        if drawn {
            self.connection.damage_subtract(self.damage, x11rb::NONE, x11rb::NONE)?;
            self.connection.flush()?;
        }
        Ok(drawn)
    }
}

impl Segment {
    fn attach(connection: &RustConnection<PatientStream>, bytes: usize) -> Result<Self, DisplayError> {
        let memory = rustix::fs::memfd_create("agon-screen", rustix::fs::MemfdFlags::CLOEXEC).map_err(io::Error::from)?;
        let memory = File::from(memory);
        memory.set_len(bytes as u64)?;
        let id = connection.generate_id()?;
        connection.shm_attach_fd(id, memory.try_clone()?, false)?.check()?;
        Ok(Self { memory, id })
    }

    /// Both halves at the same time: most of it is waiting for memory.
    fn read_rgb(&self, width: usize, height: usize) -> io::Result<Vec<u8>> {
        let mut pixels = vec![0; width * height * 3];
        let (upper, lower) = pixels.split_at_mut(width * (height / 2) * 3);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| self.read_rows(0, width, upper));
            self.read_rows(height / 2, width, lower)?;
            first.join().unwrap_or_else(|_| Err(io::Error::other("a reader of the screen stopped")))
        })?;
        Ok(pixels)
    }

    /// Reads the rows from `top` on, in pieces that stay in the cache.
    fn read_rows(&self, top: usize, width: usize, pixels: &mut [u8]) -> io::Result<()> {
        const ROWS: usize = 16;
        let mut piece = vec![0; width * ROWS * BYTES_PER_PIXEL];
        for (index, target) in pixels.chunks_mut(width * ROWS * 3).enumerate() {
            let source = &mut piece[..target.len() / 3 * BYTES_PER_PIXEL];
            self.memory.read_exact_at(source, ((top + index * ROWS) * width * BYTES_PER_PIXEL) as u64)?;
            to_rgb(source, target);
        }
        Ok(())
    }
}

/// Turns the bytes of each pixel round, from blue, green, red and nothing. Four pixels at a time are a third faster.
fn to_rgb(source: &[u8], target: &mut [u8]) {
    let (fours, rest) = source.as_chunks::<{ 4 * BYTES_PER_PIXEL }>();
    let (twelves, last) = target.as_chunks_mut::<12>();
    for (four, twelve) in fours.iter().zip(twelves) {
        let pixels = u128::from_le_bytes(*four);
        let rgb = |place: u32| u128::from(((pixels >> (32 * place)) as u32).swap_bytes() >> 8) << (24 * place);
        twelve.copy_from_slice(&(rgb(0) | rgb(1) | rgb(2) | rgb(3)).to_le_bytes()[..12]);
    }
    for (bgrx, rgb) in rest.as_chunks::<BYTES_PER_PIXEL>().0.iter().zip(last.as_chunks_mut::<3>().0) {
        *rgb = [bgrx[2], bgrx[1], bgrx[0]];
    }
}

impl From<io::Error> for DisplayError {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<ConnectError> for DisplayError {
    fn from(error: ConnectError) -> Self {
        Self(error.to_string())
    }
}

impl From<ConnectionError> for DisplayError {
    fn from(error: ConnectionError) -> Self {
        Self(error.to_string())
    }
}

impl From<ReplyError> for DisplayError {
    fn from(error: ReplyError) -> Self {
        Self(error.to_string())
    }
}

impl From<ReplyOrIdError> for DisplayError {
    fn from(error: ReplyOrIdError) -> Self {
        Self(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_is_turned_round_and_none_is_left_out() {
        for pixels in 1..=9_u8 {
            let source: Vec<u8> = (0..pixels).flat_map(|pixel| [pixel * 3 + 2, pixel * 3 + 1, pixel * 3, 255]).collect();
            let mut target = vec![0; usize::from(pixels) * 3];
            to_rgb(&source, &mut target);
            assert_eq!(target, (0..pixels * 3).collect::<Vec<_>>());
        }
    }
}
