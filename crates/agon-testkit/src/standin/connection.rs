//! One connection: requests in, answers out, in the manner that the script asks for.

use super::http::{Request, read_request};
use super::pieces::{FILLER_MARK, Piece};
use super::response::Response;
use super::{After, Answer, Ask, Break, Message, Shared, forms};
use std::io::Result;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};

/// What becomes of the connection after an answer.
enum Then {
    Stay,
    Close,
    /// It is torn down, without the word that an orderly end has.
    Reset,
}

pub(super) async fn serve(mut stream: TcpStream, shared: Arc<Shared>) {
    // What fails here is the client's going away, which it may.
    let _ = converse(&mut stream, &shared).await;
}

async fn converse(stream: &mut TcpStream, shared: &Arc<Shared>) -> Result<()> {
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.split();
    let mut reader = BufReader::new(reader);
    while let Some(request) = read_request(&mut reader, &mut writer).await? {
        // A question about a model is no request to it, and is not counted.
        if let Some((_, model)) = request.path.rsplit_once("/models/").filter(|_| request.method == "GET") {
            let told =
                format!("{{\"id\": \"{model}\", \"object\": \"model\", \"created\": 1750000000, \"owned_by\": \"stand-in\"}}");
            send(&mut writer, Response::plain(200, "application/json", &told), &Manner::default()).await?;
            continue;
        }
        let request = Arc::new(request);
        let number = shared.arrive(&request);
        let _flight = shared.take_off();
        let answering = answer(&mut writer, shared, &request, number);
        // A client that has gone is not in flight any more, however long its answer would have taken.
        let then = tokio::select! {
            then = answering => then?,
            () = gone(&mut reader) => return Ok(()),
        };
        match then {
            Then::Stay if !request.wants_close() => {}
            Then::Stay | Then::Close => return writer.shutdown().await,
            // A socket that does not linger is reset when it is dropped.
            Then::Reset => return writer.as_ref().set_zero_linger(),
        }
    }
    Ok(())
}

/// Waits until the client is gone. One that has sent its next request already is not.
async fn gone(reader: &mut BufReader<ReadHalf<'_>>) {
    if reader.fill_buf().await.is_ok_and(|bytes| !bytes.is_empty()) {
        std::future::pending::<()>().await;
    }
}

async fn answer(writer: &mut WriteHalf<'_>, shared: &Shared, request: &Arc<Request>, number: usize) -> Result<Then> {
    let Some(mut ask) = Ask::read(request) else {
        let text = "{\"error\": {\"message\": \"there is nothing at this path for such a request\"}}";
        return send(writer, Response::plain(404, "application/json", text), &Manner::default()).await;
    };
    ask.number = number;
    ask.number_in_conversation = shared.turn_of(&ask.conversation);
    let mut manner = Manner::default();
    let answer = manner.unwrap(shared.script.answer(&ask));
    tokio::time::sleep(manner.delay).await;
    let response = match answer {
        Answer::Message(message) => Response::told(&ask, &message, false, 0),
        Answer::EmptyChoices => Response::told(&ask, &Message::default(), true, 0),
        Answer::Huge(bytes) => Response::told(&ask, &Message::say(FILLER_MARK), false, bytes),
        Answer::TruncatedJson => Response::truncated(&ask),
        Answer::WrongContentType => Response::plain(200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in</title>\n"),
        Answer::EchoKey(code) => {
            let key = request.key().unwrap_or("none");
            Response::error(&ask, code, Vec::new(), &format!("incorrect API key provided: {key}"))
        }
        Answer::Status { code, headers, body: None } => Response::error(&ask, code, headers, "the script says no"),
        Answer::Status { code, headers, body: Some(body) } => {
            Response { headers, ..Response::plain(code, "application/json", &body) }
        }
        Answer::Raw(bytes) => {
            writer.write_all(&bytes).await?;
            return Ok(Then::Close);
        }
        Answer::Stall(time) => return Ok(stop(Break::Stall(time)).await),
        // The wrappers have been taken off.
        Answer::Reset | Answer::Slow(..) | Answer::Trickle(..) | Answer::Broken { .. } => return Ok(Then::Reset),
    };
    let Some((after, how)) = manner.breaking else { return send(writer, response, &manner).await };
    send_until(writer, response, &manner, after).await?;
    if how == Break::Error && ask.stream {
        write_piece(writer, &Piece::from(forms::error_event(ask.family).as_str()), true).await?;
        writer.write_all(b"0\r\n\r\n").await?;
        return Ok(Then::Close);
    }
    Ok(stop(how).await)
}

/// How an answer is given.
#[derive(Default)]
struct Manner {
    delay: Duration,
    pause: Duration,
    breaking: Option<(After, Break)>,
}

impl Manner {
    /// Takes the wrappers off an answer.
    fn unwrap(&mut self, mut answer: Answer) -> Answer {
        loop {
            answer = match answer {
                Answer::Slow(delay, inner) => {
                    self.delay += delay;
                    *inner
                }
                Answer::Trickle(pause, inner) => {
                    self.pause += pause;
                    *inner
                }
                Answer::Broken { after, how, answer: inner } => {
                    self.breaking = Some((after, how));
                    *inner
                }
                other => return other,
            }
        }
    }
}

async fn send(writer: &mut WriteHalf<'_>, response: Response, manner: &Manner) -> Result<Then> {
    let chunked = response.chunked;
    send_until(writer, response, manner, After::Events(usize::MAX)).await?;
    if chunked {
        writer.write_all(b"0\r\n\r\n").await?;
    }
    Ok(Then::Stay)
}

/// Sends the beginning of an answer, as far as the given point.
async fn send_until(writer: &mut WriteHalf<'_>, response: Response, manner: &Manner, after: After) -> Result<()> {
    let (most_events, mut room) = match after {
        After::Events(events) => (events, u64::MAX),
        After::Bytes(bytes) => (usize::MAX, bytes),
    };
    writer.write_all(response.head().as_bytes()).await?;
    for piece in response.pieces.into_iter().take(most_events) {
        if room == 0 {
            break;
        }
        if !manner.pause.is_zero() {
            tokio::time::sleep(manner.pause).await;
        }
        let piece = piece.cut(room);
        room -= piece.len();
        write_piece(writer, &piece, response.chunked).await?;
    }
    Ok(())
}

async fn write_piece(writer: &mut WriteHalf<'_>, piece: &Piece, chunked: bool) -> Result<()> {
    // What is small goes out in one write, so that it comes in as one.
    let mut buffer = if chunked { format!("{:x}\r\n", piece.len()).into_bytes() } else { Vec::new() };
    for bytes in piece.buffers() {
        buffer.extend_from_slice(bytes);
        if buffer.len() >= 64 << 10 {
            writer.write_all(&buffer).await?;
            buffer.clear();
        }
    }
    if chunked {
        buffer.extend_from_slice(b"\r\n");
    }
    writer.write_all(&buffer).await
}

/// Ends a connection before its answer has ended.
async fn stop(how: Break) -> Then {
    match how {
        Break::Reset => Then::Reset,
        Break::Stall(time) => {
            tokio::time::sleep(time).await;
            Then::Close
        }
        Break::Close | Break::Error => Then::Close,
    }
}
