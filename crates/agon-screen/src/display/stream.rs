//! A connection to an X server that does not wait for ever.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use x11rb::rust_connection::{DefaultStream, PollMode, Stream};
use x11rb::utils::RawFdContainer;

/// A server that is stopped or hangs is as good as dead.
const MOST_SECS: i64 = 10;

#[derive(Debug)]
pub(crate) struct PatientStream {
    stream: DefaultStream,
    /// The same socket, to wait on.
    socket: OwnedFd,
}

impl PatientStream {
    pub(crate) fn connect(socket: &Path) -> io::Result<Self> {
        let stream = UnixStream::connect(socket)?;
        let socket = stream.as_fd().try_clone_to_owned()?;
        Ok(Self { stream: DefaultStream::from_unix_stream(stream)?.0, socket })
    }
}

impl Stream for PatientStream {
    fn poll(&self, mode: PollMode) -> io::Result<()> {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, mode.readable());
        flags.set(PollFlags::OUT, mode.writable());
        let most = Timespec { tv_sec: MOST_SECS, tv_nsec: 0 };
        loop {
            match poll(&mut [PollFd::new(&self.socket, flags)], Some(&most)) {
                Ok(0) => return Err(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {MOST_SECS} s"))),
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn read(&self, buffer: &mut [u8], files: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.stream.read(buffer, files)
    }

    fn write(&self, buffer: &[u8], files: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.stream.write(buffer, files)
    }

    fn write_vectored(&self, buffers: &[io::IoSlice<'_>], files: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.stream.write_vectored(buffers, files)
    }
}
