//! The web applications.
//!
//! For exams the server is the browser's only proxy: whatever a page or an agent asks for comes here, whichever host it
//! names, and only `http://APP.localhost/` is answered. So applications have an origin that never changes, whatever the
//! port, and no other place can be reached. The server holds nothing private: state leaves a page over the DevTools pipe.

use crate::http::{self, Handler, Reply, asset, plain};
use agon_assets::Site;
use agon_core::BoxFuture;
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};

/// A page may load its own files, make pictures and play media of its own, and nothing else.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data: blob:; media-src 'self' blob:; \
                      worker-src 'self' blob:; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// Which application a request is for.
#[derive(Clone, Debug)]
pub enum Route {
    /// By host name, as a proxy: `circuit.localhost`.
    ByHost,
    /// This one, for people who open it in a browser of their own.
    Only(String),
}

/// Makes a file of an application when it is asked for, by the application's name and the file's path.
pub type Make = fn(&str, &str) -> Option<Vec<u8>>;

/// Gives out the files of applications.
#[derive(Clone, Debug)]
pub struct Apps {
    site: Site,
    route: Route,
    make: Option<Make>,
}

impl Apps {
    pub fn new(site: Site, route: Route) -> Self {
        Self { site, route, make: None }
    }

    /// What is no file of the site may be made.
    pub fn with_made(self, make: Make) -> Self {
        Self { make: Some(make), ..self }
    }

    async fn reply<B>(&self, request: &Request<B>) -> Reply {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "Only pages are served here.");
        }
        let app = match &self.route {
            Route::ByHost => http::host(request).strip_suffix(".localhost").unwrap_or_default(),
            Route::Only(app) if http::names_this_machine(request) => app,
            Route::Only(_) => "",
        };
        let path = request.uri().path();
        if let (None, Some(make)) = (self.site.asset(app, path), self.make) {
            let (app, path) = (app.to_owned(), path.trim_start_matches('/').to_owned());
            // It may take a while, and others are served meanwhile.
            if let Ok(Some(bytes)) = tokio::task::spawn_blocking(move || make(&app, &path)).await {
                return http::file("application/octet-stream", bytes, POLICY);
            }
        }
        asset(self.site.asset(app, path), POLICY)
    }
}

impl Handler for Apps {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
        Box::pin(async move { self.reply(&request).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(app: &str, path: &str) -> Option<Vec<u8>> {
        (app == "notes" && path == "data/7.bin").then(|| b"seven".to_vec())
    }

    async fn status(route: Route, method: Method, uri: &str) -> u16 {
        let site = Site::default().with("notes", &[("index.html", "page"), ("a.js", "script")]);
        let request = Request::builder().method(method).uri(uri).body(()).unwrap();
        Apps::new(site, route).with_made(made).reply(&request).await.status().as_u16()
    }

    #[tokio::test]
    async fn a_proxy_answers_for_applications_and_nothing_else() {
        let get = |uri: &'static str| status(Route::ByHost, Method::GET, uri);
        for uri in ["http://notes.localhost/", "http://notes.localhost/a.js?x=1", "http://notes.localhost/data/7.bin"] {
            assert_eq!(get(uri).await, 200, "{uri}");
        }
        let others = ["http://notes.localhost/b.js", "http://other.localhost/", "http://example.com/", "http://127.0.0.1/", "/"];
        for uri in others.into_iter().chain(["http://other.localhost/data/7.bin", "http://notes.localhost/data/8.bin"]) {
            assert_eq!(get(uri).await, 404, "{uri}");
        }
        assert_eq!(status(Route::ByHost, Method::POST, "http://notes.localhost/").await, 405);
    }

    #[tokio::test]
    async fn one_application_is_answered_for_under_names_of_this_machine() {
        let get = |uri: &'static str| status(Route::Only("notes".into()), Method::GET, uri);
        assert_eq!(get("http://127.0.0.1:80/").await, 200);
        assert_eq!(get("http://localhost/a.js").await, 200);
        assert_eq!(get("http://notes.example/").await, 404);
    }
}
