//! Who is answered, and what they may do.

use agon_server::{is_of_own_page, names_this_machine, secret};
use hyper::Request;
use hyper::header::HeaderName;

/// What pages send with whatever changes something: a page elsewhere cannot know it, nor send such a header unasked.
pub(crate) const PAGE_KEY: HeaderName = HeaderName::from_static("x-agon-page-key");

/// How a viewer is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewOptions {
    /// Other machines may ask: then every address begins with a token.
    pub is_public: bool,
    /// Pages may pause and stop runs.
    pub control: bool,
    /// What agents, models and people said and saw is not told.
    pub metadata_only: bool,
}

/// Who is let in.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) options: ViewOptions,
    /// The first part of every path, where other machines may ask.
    pub(crate) token: Option<String>,
    pub(crate) page_key: String,
}

impl Access {
    pub(crate) fn new(options: ViewOptions) -> std::io::Result<Self> {
        let token = options.is_public.then(secret::token).transpose()?;
        Ok(Self { options, token, page_key: secret::token()? })
    }

    /// The path below the token; `None` for whoever is not answered. On this machine alone no token is needed, but a page elsewhere that
    /// points a name of its own at loopback must not read anything.
    pub(crate) fn path<'a, B>(&self, request: &'a Request<B>) -> Option<&'a str> {
        let path = request.uri().path();
        match &self.token {
            None => names_this_machine(request).then_some(path),
            Some(token) => {
                let (first, rest) = path.strip_prefix('/')?.split_at_checked(token.len())?;
                (secret::same(first, token) && rest.starts_with('/')).then_some(rest)
            }
        }
    }

    /// Whether a request that changes something comes from a page of ours.
    pub(crate) fn may_change<B>(&self, request: &Request<B>) -> bool {
        is_of_own_page(request)
            && request
                .headers()
                .get(PAGE_KEY)
                .and_then(|key| key.to_str().ok())
                .is_some_and(|key| secret::same(key, &self.page_key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, headers: &[(&str, &str)]) -> Request<()> {
        headers
            .iter()
            .fold(Request::builder().uri(path), |request, (name, value)| request.header(*name, *value))
            .body(())
            .unwrap()
    }

    #[test]
    fn other_machines_need_the_token() {
        let access = Access::new(ViewOptions { is_public: true, ..ViewOptions::default() }).unwrap();
        let token = access.token.clone().unwrap();
        let path = |path: &str| access.path(&request(path, &[("host", "10.0.0.1:80")])).map(str::to_owned);
        assert_eq!(path(&format!("/{token}/api/runs")).as_deref(), Some("/api/runs"));
        for wrong in ["/api/runs", "//api/runs", &format!("/{}/api/runs", &token[1..]), &format!("/{token}x/api/runs")] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn this_machine_needs_none_and_names_itself() {
        let access = Access::new(ViewOptions::default()).unwrap();
        let path = |host: &str| access.path(&request("/api/runs", &[("host", host)])).map(str::to_owned);
        assert_eq!(path("127.0.0.1:80").as_deref(), Some("/api/runs"));
        assert_eq!(path("elsewhere.example"), None);
    }

    #[test]
    fn changes_come_from_own_pages_alone() {
        let access = Access::new(ViewOptions::default()).unwrap();
        let key = access.page_key.as_str();
        let may = |headers: &[(&str, &str)]| access.may_change(&request("/", headers));
        let (host, own, other) =
            (("host", "127.0.0.1:80"), ("origin", "http://127.0.0.1:80"), ("origin", "http://elsewhere.example"));
        assert!(may(&[host, own, ("x-agon-page-key", key)]) && may(&[host, ("x-agon-page-key", key)]));
        assert!(!may(&[host, own]) && !may(&[host, own, ("x-agon-page-key", "guess")]));
        assert!(!may(&[host, other, ("x-agon-page-key", key)]));
    }
}
