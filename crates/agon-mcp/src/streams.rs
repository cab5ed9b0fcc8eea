//! MCP over two streams: one client, which is there as long as they are open.

use crate::{Departure, McpServer, ServeSettings, SharedSeat};
use rmcp::service::ServerInitializeError;
use rmcp::{ServiceExt as _, transport};
use tokio::io::{AsyncRead, AsyncWrite};

/// Serves whoever started this process, on standard input and output, until it closes them.
pub async fn serve_stdio(seat: SharedSeat, settings: ServeSettings) {
    let (input, output) = transport::stdio_pipes();
    serve_streams(seat, settings, input, output).await;
}

/// Serves one client until it closes the streams, which is how it leaves its seat.
pub async fn serve_streams(
    seat: SharedSeat,
    settings: ServeSettings,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) {
    let departure = match McpServer::new(seat.clone(), settings).serve((input, output)).await {
        Ok(running) => {
            let _ = running.waiting().await;
            Departure::Left
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => Departure::Left,
        Err(error) => Departure::Crashed(format!("it began no MCP conversation: {}", clipped(&error.to_string()))),
    };
    seat.leave(departure);
}

/// An error may carry a whole message of the client's.
fn clipped(text: &str) -> String {
    text.chars().take(300).collect()
}
