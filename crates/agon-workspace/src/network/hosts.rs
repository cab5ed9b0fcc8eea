//! Hosts that a task names, and the addresses that stand behind them.

use serde::Deserialize;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// `example.org:443`, or an address: a name in small letters and a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct NamedHost {
    pub(super) name: String,
    pub(super) port: u16,
}

/// A text that names no host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no host with its port, such as \"example.org:443\"")]
pub struct BadHost(String);

const LONGEST_NAME: usize = 253;

impl NamedHost {
    pub(super) fn new(name: &str, port: u16) -> Option<Self> {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        if let Some(address) = bare.unwrap_or(&name).parse::<IpAddr>().ok().filter(|address| address.is_ipv4() == bare.is_none())
        {
            return (port > 0).then(|| Self { name: address.to_string(), port });
        }
        let is_label = |label: &str| {
            let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
            is_plain && (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
        };
        // A name of digits and points alone would be read as an address by some.
        let has_letter = name.rsplit('.').next().is_some_and(|last| last.bytes().any(|byte| byte.is_ascii_alphabetic()));
        let is_name = name.len() <= LONGEST_NAME && has_letter && name.split('.').all(is_label) && !name.starts_with("0x");
        (is_name && port > 0).then_some(Self { name, port })
    }

    pub(super) fn is_address(&self) -> bool {
        self.name.parse::<IpAddr>().is_ok()
    }

    /// Where it is. A name that leads into a private network is refused: only an address that the task itself writes down is taken there.
    pub(super) async fn addresses(&self) -> Result<Vec<SocketAddr>, String> {
        if let Ok(address) = self.name.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, self.port)]);
        }
        let found = tokio::net::lookup_host((self.name.as_str(), self.port)).await;
        let found: Vec<SocketAddr> = found.map_err(|error| format!("{} cannot be found: {error}", self.name))?.collect();
        let public: Vec<SocketAddr> = found.iter().copied().filter(|address| is_public(address.ip())).collect();
        match public.is_empty() {
            true if found.is_empty() => Err(format!("{} has no address", self.name)),
            true => Err(format!("{} leads into a private network", self.name)),
            false => Ok(public),
        }
    }
}

impl FromStr for NamedHost {
    type Err = BadHost;

    fn from_str(text: &str) -> Result<Self, BadHost> {
        let parts = text.rsplit_once(':').and_then(|(name, port)| Self::new(name, port.parse().ok()?));
        parts.ok_or_else(|| BadHost(text.to_owned()))
    }
}

impl TryFrom<String> for NamedHost {
    type Error = BadHost;

    fn try_from(text: String) -> Result<Self, BadHost> {
        text.parse()
    }
}

impl fmt::Display for NamedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.contains(':') {
            write!(f, "[{}]:{}", self.name, self.port)
        } else {
            write!(f, "{}:{}", self.name, self.port)
        }
    }
}

/// Whether an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_special = a == 0 || a >= 240 || (a, b, c) == (192, 0, 0) || (a == 198 && (18..20).contains(&b));
    let is_local = address.is_private() || address.is_loopback() || address.is_link_local() || address.is_multicast();
    !(is_local || is_shared || is_special || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    // Only 2000::/3 is given out; of it, these carry IPv4 addresses or are for documents.
    let is_global = first & 0xe000 == 0x2000;
    let is_special = first == 0x2002 || (first == 0x2001 && (address.segments()[1] < 0x200 || address.segments()[1] == 0xdb8));
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_or_addresses_with_a_port() {
        for (text, told) in [
            ("Example.org:443", "example.org:443"),
            ("a.b-c.example.:80", "a.b-c.example:80"),
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(text.parse::<NamedHost>().unwrap().to_string(), told);
        }
        for text in [
            "example.org",
            "example.org:0",
            "example.org:65536",
            ":80",
            "a b:80",
            "*.org:80",
            "-a.org:80",
            "a..b:80",
            "1.2.3:80",
            "127.1:80",
            "0x7f000001:80",
            "2130706433:80",
            "::1:80",
            "[127.0.0.1]:80",
            "a.org/:80",
            "a@b:80",
        ] {
            assert!(text.parse::<NamedHost>().is_err(), "{text}");
        }
    }

    #[test]
    fn private_addresses_are_not_public() {
        let of = |text: &str| is_public(text.parse().unwrap());
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "2001:db8::1",
        ] {
            assert!(!of(private), "{private}");
        }
        for public in ["1.1.1.1", "151.101.0.223", "2606:4700::1111", "2a04:4e42::223"] {
            assert!(of(public), "{public}");
        }
    }
}
