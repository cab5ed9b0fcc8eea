//! Serves the applications on loopback.
//!
//! For exams the server is the browser's only proxy: whatever a page or an agent asks for comes here, whichever host it
//! names, and only `http://APP.localhost/` is answered. So applications have an origin that never changes, whatever the
//! port, and no other place can be reached. The server holds nothing private: state leaves a page over the DevTools pipe.

use crate::site::Site;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A page may load its own files, make pictures and play media of its own, and nothing else.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data: blob:; media-src 'self' blob:; \
                      worker-src 'self' blob:; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// A running server; it ends when dropped.
pub struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
}

/// Which application a request is for.
#[derive(Clone, Debug)]
pub enum Route {
    /// By host name, as a proxy: `circuit.localhost`.
    ByHost,
    /// This one, whatever the host: for people who open it in a browser of their own.
    Only(String),
}

impl Server {
    /// Listens on loopback; port 0 takes any that is free.
    pub async fn start(site: Site, route: Route, port: u16) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let (site, route) = (site.clone(), route.clone());
                tokio::spawn(async move {
                    let service = service_fn(move |request| {
                        let response = answer(&site, &route, &request);
                        async move { Ok::<_, Infallible>(response) }
                    });
                    // A browser that hangs up in the middle is no concern of ours.
                    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Ok(Self { address, task })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    pub async fn forever(mut self) {
        let _ = (&mut self.task).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn answer(site: &Site, route: &Route, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Only pages are served here.");
    }
    let named = request.uri().host().or_else(|| request.headers().get(HOST).and_then(|host| host.to_str().ok()));
    let host = named.unwrap_or_default().rsplit_once(':').map_or(named.unwrap_or_default(), |(host, _)| host);
    let app = match route {
        // A page elsewhere that points a name of its own at loopback must not read it.
        Route::Only(app) if matches!(host, "127.0.0.1" | "localhost" | "[::1]") => app,
        Route::ByHost => host.strip_suffix(".localhost").unwrap_or_default(),
        Route::Only(_) => "",
    };
    match site.asset(app, request.uri().path()) {
        Some(asset) => {
            let body = Bytes::copy_from_slice(asset.bytes);
            let mut response = Response::new(Full::new(body));
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, asset.mime.parse().unwrap_or(hyper::header::HeaderValue::from_static("text/plain")));
            headers.insert(CONTENT_SECURITY_POLICY, hyper::header::HeaderValue::from_static(POLICY));
            headers.insert(CACHE_CONTROL, hyper::header::HeaderValue::from_static("no-store"));
            response
        }
        None => plain(StatusCode::NOT_FOUND, "There is nothing here."),
    }
}

fn plain(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    *response.status_mut() = status;
    response
}
