//! Named hosts: the way out of a workspace whose task opens some.
//!
//! The sandbox's network has nothing but its loopback. On a port of that, a proxy of this process listens ([`Proxy`]): it takes
//! connections from inside and makes them outside, to the named hosts and ports and to no others. Nothing of it is in the sandbox, and it
//! ends with the trial. What was asked for is told in the trial's evidence.

mod hosts;
mod proxy;
mod request;
mod tls;
mod tunnel;

pub use hosts::{BadHost, NamedHost};
pub(crate) use proxy::{PORT, Proxy};

/// The variables by which programs find the proxy.
pub(crate) fn variables() -> Vec<(&'static str, String)> {
    let proxy = format!("http://127.0.0.1:{PORT}");
    let names = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];
    names.into_iter().map(|name| (name, proxy.clone())).chain([("no_proxy", "localhost".to_owned())]).collect()
}

/// What a brief says of the hosts.
pub(crate) fn told(hosts: &[NamedHost]) -> String {
    if hosts.is_empty() {
        return "without a network".into();
    }
    let hosts = hosts.iter().map(NamedHost::to_string).collect::<Vec<_>>().join(", ");
    format!(
        "whose network reaches {hosts} and nothing else, by HTTP and HTTPS through the proxy that http_proxy and https_proxy name"
    )
}
