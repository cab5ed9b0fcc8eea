//! Images that are built from a Dockerfile and the files beside it.

use crate::client::{Body, Call, EngineError, within};
use crate::engine::{Engine, Image};
use http_body_util::BodyExt as _;
use hyper::Method;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// How much of what a build says is kept, for when it fails.
const LONGEST_LINE: usize = 64 * 1024;
const LAST_LINES: usize = 5;
const WHAT: &str = "build an image";

impl Engine {
    /// The image of this name, built from these files (each with whether it can be run) if the engine does not have it. Whoever names it
    /// sees to it that other files have another name. One is built at a time.
    pub async fn built(
        &self,
        name: &str,
        files: &BTreeMap<String, (Vec<u8>, bool)>,
        limit: Duration,
    ) -> Result<Image, EngineError> {
        let _building = self.building.lock().await;
        if let Some(image) = self.image(name).await? {
            return Ok(image);
        }
        let archive = archive(files).map_err(|problem| EngineError::Files { path: name.into(), problem })?;
        within(limit, WHAT, self.build(name, archive, limit)).await?;
        self.image(name).await?.ok_or_else(|| refused("it is not there afterwards".into()))
    }

    async fn build(&self, name: &str, archive: Vec<u8>, limit: Duration) -> Result<(), EngineError> {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("t", name)
            .append_pair("dockerfile", "Dockerfile")
            .append_pair("rm", "true")
            .append_pair("forcerm", "true")
            .append_pair("labels", "{\"agon\":\"harbor\"}")
            .finish();
        let path = format!("/build?{query}");
        let call = Call { what: WHAT, method: Method::POST, path, body: Body::Tar(archive), limit };
        let response = self.client.send(call).await?;
        let is_success = response.status().is_success();
        let mut body = response.into_body();
        let (mut line, mut said) = (Vec::new(), Vec::new());
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| self.client.broken(&error))?;
            for byte in frame.data_ref().into_iter().flatten() {
                match byte {
                    b'\n' | b'\r' => read_line(&std::mem::take(&mut line), &mut said)?,
                    byte if line.len() < LONGEST_LINE => line.push(*byte),
                    _ => {}
                }
            }
        }
        read_line(&line, &mut said)?;
        if is_success { Ok(()) } else { Err(refused(said.join(" "))) }
    }
}

/// One line of what a build says; `Err` is what it ends with.
fn read_line(line: &[u8], said: &mut Vec<String>) -> Result<(), EngineError> {
    let Ok(value) = serde_json::from_slice::<Value>(line) else { return Ok(()) };
    if let Some(error) = value["error"].as_str() {
        let before = said.join(" ");
        return Err(refused(if before.is_empty() {
            error.trim().to_owned()
        } else {
            format!("{} (after: {before})", error.trim())
        }));
    }
    let text = value["stream"].as_str().or(value["message"].as_str()).unwrap_or_default().trim();
    if !text.is_empty() {
        said.push(text.to_owned());
        said.drain(..said.len().saturating_sub(LAST_LINES));
    }
    Ok(())
}

fn refused(said: String) -> EngineError {
    EngineError::Refused { what: WHAT.into(), status: 200, said }
}

/// The files as an engine takes them. The same files are the same bytes, so that an engine knows them again.
fn archive(files: &BTreeMap<String, (Vec<u8>, bool)>) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, (bytes, is_executable)) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(if *is_executable { 0o755 } else { 0o644 });
        header.set_mtime(agon_sandbox::CLOCK_SECS);
        archive.append_data(&mut header, path, bytes.as_slice())?;
    }
    archive.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_build_ends_with_is_told_with_what_came_before() {
        let mut said = Vec::new();
        for number in 0..9 {
            read_line(format!("{{\"stream\":\"STEP {number}\\n\"}}").as_bytes(), &mut said).unwrap();
        }
        read_line(b"not JSON", &mut said).unwrap();
        let error = read_line(b"{\"error\":\"no such file\\n\"}", &mut said).unwrap_err();
        let wanted = "the container engine could not build an image: no such file (after: STEP 4 STEP 5 STEP 6 STEP 7 STEP 8)";
        assert_eq!(error.to_string(), wanted);
    }
}
