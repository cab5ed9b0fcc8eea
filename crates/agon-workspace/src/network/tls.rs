//! The host that a client of TLS asks for by name. Many hosts share addresses, so a connection to the right one is not yet one to the
//! right host.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A longer first message is refused.
const LONGEST_HELLO: usize = 18 * 1024;

/// What the first bytes of a connection say so far.
#[derive(Debug, PartialEq, Eq)]
enum Hello {
    Incomplete,
    /// The name, if there is one.
    Names(Option<String>),
    NotTls,
}

/// Reads on until the client's first message is whole, and sees that it names this host.
pub(super) async fn check_name(client: &mut (impl AsyncRead + Unpin), read: &mut Vec<u8>, host: &str) -> io::Result<()> {
    let mut piece = [0; 4096];
    loop {
        match hello(read) {
            Hello::Names(Some(name)) if name.eq_ignore_ascii_case(host) => return Ok(()),
            Hello::Names(Some(name)) => return Err(io::Error::other(format!("its TLS asks for {name:?}, and not for {host}"))),
            Hello::Names(None) => return Err(io::Error::other("its TLS names no host")),
            Hello::NotTls => return Err(io::Error::other("it does not begin with TLS")),
            Hello::Incomplete if read.len() > LONGEST_HELLO => {
                return Err(io::Error::other("its TLS begins with too long a message"));
            }
            Hello::Incomplete => {}
        }
        match client.read(&mut piece).await? {
            0 => return Err(io::Error::other("it was closed before it began")),
            length => read.extend_from_slice(&piece[..length]),
        }
    }
}

/// A record of kind 22 that holds one whole message of kind 1, as clients send it.
fn hello(bytes: &[u8]) -> Hello {
    match bytes {
        [] | [22] | [22, 3] => return Hello::Incomplete,
        [22, 3, ..] => {}
        _ => return Hello::NotTls,
    }
    let Some((head, rest)) = bytes.split_at_checked(5) else { return Hello::Incomplete };
    let length = usize::from(u16::from_be_bytes([head[3], head[4]]));
    let Some(record) = rest.get(..length) else { return Hello::Incomplete };
    names(record).map_or(Hello::NotTls, Hello::Names)
}

/// The name in a client's first message; `None` where it is no such message.
fn names(mut record: &[u8]) -> Option<Option<String>> {
    let [kind, high, middle, low] = *take(&mut record, 4)? else { return None };
    let length = usize::try_from(u32::from_be_bytes([0, high, middle, low])).ok()?;
    if kind != 1 || record.len() != length {
        return None;
    }
    // Version and random bytes, session, ciphers, compressions.
    take(&mut record, 34)?;
    let session = usize::from(*take(&mut record, 1)?.first()?);
    take(&mut record, session)?;
    let ciphers = short(&mut record)?;
    take(&mut record, ciphers)?;
    let compressions = usize::from(*take(&mut record, 1)?.first()?);
    take(&mut record, compressions)?;
    if record.is_empty() {
        return Some(None);
    }
    let length = short(&mut record)?;
    let mut extensions = take(&mut record, length)?;
    let mut found = None;
    while !extensions.is_empty() {
        let kind = short(&mut extensions)?;
        let length = short(&mut extensions)?;
        let mut extension = take(&mut extensions, length)?;
        if kind != 0 {
            continue;
        }
        // A second list of names, or a second name, could be the one that a server takes.
        let length = short(&mut extension)?;
        let is_host = take(&mut extension, 1)? == [0];
        let name_length = short(&mut extension)?;
        let name = take(&mut extension, name_length)?;
        if found.is_some() || !is_host || length != name_length + 3 || !extension.is_empty() {
            return None;
        }
        found = Some(std::str::from_utf8(name).ok()?.to_owned());
    }
    Some(found)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (first, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(first)
}

fn short(bytes: &mut &[u8]) -> Option<usize> {
    let pair = take(bytes, 2)?;
    Some(usize::from(u16::from_be_bytes([pair[0], pair[1]])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_length(bytes: &[u8]) -> Vec<u8> {
        [&u16::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat()
    }

    fn name_list(name: &str) -> Vec<u8> {
        let entry = [&[0][..], &with_length(name.as_bytes())].concat();
        [&[0, 0][..], &with_length(&with_length(&entry))].concat()
    }

    fn message(extensions: &[Vec<u8>]) -> Vec<u8> {
        let body = [&[3, 3][..], &[7; 32], &[0], &with_length(&[0x13, 1]), &[1, 0], &with_length(&extensions.concat())].concat();
        let body = [&[1, 0][..], &with_length(&body)].concat();
        [&[22, 3, 1][..], &with_length(&body)].concat()
    }

    #[test]
    fn the_name_is_found_whole_or_not_at_all() {
        let other = [&[0, 43][..], &with_length(&[2, 3, 4])].concat();
        let whole = message(&[other.clone(), name_list("example.org")]);
        assert_eq!(hello(&whole), Hello::Names(Some("example.org".into())));
        for cut in 0..whole.len() {
            assert_eq!(hello(&whole[..cut]), Hello::Incomplete, "{cut}");
        }
        assert_eq!(hello(&message(&[other])), Hello::Names(None));
        assert_eq!(hello(&message(&[name_list("a.org"), name_list("b.org")])), Hello::NotTls);
        assert_eq!(hello(b"GET / HTTP/1.1\r\n"), Hello::NotTls);
        assert_eq!(hello(b"SSH-2.0-x\r\n"), Hello::NotTls);
        // No bytes, changed anywhere, make it panic.
        for place in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut changed = whole.clone();
                changed[place] = value;
                let _ = hello(&changed);
            }
        }
    }

    #[tokio::test]
    async fn another_name_is_refused() {
        let whole = message(&[name_list("other.org")]);
        let (mut first, mut rest) = (whole[..20].to_vec(), &whole[20..]);
        let refused = check_name(&mut rest, &mut first, "example.org").await.unwrap_err().to_string();
        assert_eq!(refused, "its TLS asks for \"other.org\", and not for example.org");
        let whole = message(&[name_list("Example.org")]);
        let mut read = Vec::new();
        check_name(&mut &whole[..], &mut read, "example.org").await.unwrap();
        assert_eq!(read, whole, "it goes on to the host");
    }
}
