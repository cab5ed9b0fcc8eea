//! The crate on stores: memory, folders, bad ones, and by `AGON_STORE_TESTS=1` the servers of `scripts/store-servers`.

use crate::bad_store::{BadStore, Fault};
use crate::crowd::{Crowd, Opener, planned};
use crate::proxy;
use agon_store::{CreateOptions, Extent, Store, StoreError, StoredRun, WorkerOptions};
use object_store::path::Path;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn crowd(open: Opener, trials: u32) -> Crowd {
    Crowd { open, trials, workers: 8, kill_every: (trials / 20).max(1), lease: Duration::from_secs(2) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_memory_every_trial_counts_once() {
    let store = Store::in_memory();
    crowd(Arc::new(move || store.clone()), 2000).run().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_an_unreliable_store_every_trial_counts_once() {
    let bad = BadStore::new(Fault::Unreliable);
    let open = move || Store::new("bad:", Path::default(), bad.clone());
    crowd(Arc::new(open), 500).run().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_folder_every_trial_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}", folder.path().join("a run").display());
    crowd(Arc::new(move || Store::open(&url).unwrap()), 200).run().await;
    assert!(folder.path().join("a run/run.json").exists(), "a folder's objects are files by the same names");
}

#[tokio::test]
async fn a_store_that_tells_more_than_one_writer_yes_is_refused() {
    for fault in [Fault::IgnoresConditions, Fault::LooksThenWrites] {
        let store = Store::new("s3://bucket/run", Path::default(), BadStore::new(fault));
        let folder = planned(1);
        let error = StoredRun::create(&store, folder.path(), &CreateOptions::default()).await.unwrap_err();
        assert!(matches!(error, StoreError::NotConditional { racers: 16, winners: 2.., .. }), "{fault:?}: {error}");
        assert!(error.to_string().starts_with("the store s3://bucket/run cannot hold a run: of 16 writers"), "{error}");
        assert!(matches!(StoredRun::open(&store).await, Err(StoreError::NoRun { .. })), "nothing was put there");
    }
}

#[tokio::test]
async fn a_store_that_is_not_there_is_told_in_a_sentence() {
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let store = s3("nowhere", free, "key", "secret");
    let error = StoredRun::open(&store).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().starts_with("the store s3://agon/nowhere cannot be reached: "), "{error}");
    assert!(error.is_passing());
}

#[tokio::test]
async fn another_run_is_not_written_over() {
    let store = Store::in_memory();
    let (first, second) = (planned(3), planned(4));
    let options = CreateOptions::default();
    StoredRun::create(&store, first.path(), &options).await.unwrap();
    let error = StoredRun::create(&store, second.path(), &options).await.unwrap_err();
    assert!(matches!(error, StoreError::OtherRun { .. }), "{error}");
    let again = CreateOptions { block_size: Some(2), ..options };
    let run = StoredRun::create(&store, first.path(), &again).await.unwrap();
    assert_eq!(run.terms().block_size, 1, "the division of the first time stays");
}

/// The command line spawns all of these.
#[test]
fn everything_can_be_spawned() {
    fn spawned<T: Send + 'static>(_: impl FnOnce() -> T) {}
    let folder = || std::path::PathBuf::from("x");
    spawned(|| async move { Store::in_memory().probe().await });
    spawned(|| async move { StoredRun::create(&Store::in_memory(), &folder(), &CreateOptions::default()).await });
    spawned(|| async move { StoredRun::open(&Store::in_memory()).await?.status().await });
    spawned(|| async move { StoredRun::open(&Store::in_memory()).await?.bring_plan(&folder()).await });
    spawned(|| async move { StoredRun::open(&Store::in_memory()).await?.mirror(&folder(), Extent::Logs).await });
    spawned(|| async move {
        let worker = StoredRun::open(&Store::in_memory()).await?.worker(WorkerOptions::default()).await?;
        while let Some(ticket) = worker.next_trial().await? {
            worker.commit(&ticket, &folder(), "").await?;
        }
        worker.leave().await
    });
}

/// A server that `scripts/store-servers` has started, if these tests are asked for.
fn server(variable: &str) -> Option<SocketAddr> {
    std::env::var_os("AGON_STORE_TESTS")?;
    let address =
        std::env::var(variable).unwrap_or_else(|_| panic!("{variable} is not set: eval \"$(scripts/store-servers start)\""));
    Some(address.trim_start_matches("http://").parse().unwrap())
}

fn s3(prefix: &str, server: SocketAddr, key: &str, secret: &str) -> Store {
    let endpoint = format!("http://{server}");
    let settings = [
        ("aws_endpoint", endpoint.as_str()),
        ("aws_allow_http", "true"),
        ("aws_region", "us-east-1"),
        ("aws_access_key_id", key),
        ("aws_secret_access_key", secret),
    ];
    Store::open_with(&format!("s3://agon/{prefix}"), &settings).unwrap()
}

fn azure(prefix: &str, server: SocketAddr, key: &str) -> Store {
    let endpoint = format!("http://{server}/agon");
    let settings = [
        ("azure_storage_account_name", "agon"),
        ("azure_storage_account_key", key),
        ("azure_storage_endpoint", endpoint.as_str()),
        ("azure_allow_http", "true"),
    ];
    Store::open_with(&format!("az://agon/{prefix}"), &settings).unwrap()
}

fn account() -> (String, String) {
    (std::env::var("AGON_STORE_KEY").unwrap(), std::env::var("AGON_STORE_SECRET").unwrap())
}

/// Eight workers and many trials through the proxy.
async fn behind_the_proxy(name: &str, server: SocketAddr, open: impl Fn(&str, SocketAddr) -> Store + Send + Sync + 'static) {
    let trials = std::env::var("AGON_STORE_TRIALS").map_or(20_000, |trials| trials.parse().unwrap());
    let (address, counts) = proxy::start(server).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let prefix = format!("run-{}", now.as_nanos());
    let began = Instant::now();
    Crowd { kill_every: trials / 100, ..crowd(Arc::new(move || open(&prefix, address)), trials) }.run().await;
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{name}: {:.0?}; requests: {} passed, {} refused, {} answers lost, {} delayed",
        began.elapsed(),
        count(&counts.passed),
        count(&counts.refused),
        count(&counts.dropped),
        count(&counts.delayed)
    );
    assert!(count(&counts.refused) > 0 && count(&counts.dropped) > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_ministack_every_trial_counts_once() {
    let Some(server) = server("AGON_STORE_MINISTACK") else { return };
    let (key, secret) = account();
    behind_the_proxy("ministack", server, move |prefix, address| s3(prefix, address, &key, &secret)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_radosgw_every_trial_counts_once() {
    let Some(server) = server("AGON_STORE_RADOSGW") else { return };
    let (key, secret) = account();
    behind_the_proxy("radosgw", server, move |prefix, address| s3(prefix, address, &key, &secret)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_azurite_every_trial_counts_once() {
    let Some(server) = server("AGON_STORE_AZURITE") else { return };
    let key = std::env::var("AGON_STORE_AZURE_KEY").unwrap();
    behind_the_proxy("azurite", server, move |prefix, address| azure(prefix, address, &key)).await;
}

#[tokio::test]
async fn wrong_credentials_and_missing_buckets_are_told_in_a_sentence() {
    let Some(server) = server("AGON_STORE_RADOSGW") else { return };
    let (key, secret) = account();
    let error = StoredRun::open(&s3("x", server, &key, "wrong")).await.unwrap_err();
    assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
    println!("{error}");
    let (endpoint, folder) = (format!("http://{server}"), planned(1));
    let settings = [
        ("aws_endpoint", endpoint.as_str()),
        ("aws_allow_http", "true"),
        ("aws_region", "us-east-1"),
        ("aws_access_key_id", &key),
        ("aws_secret_access_key", &secret),
    ];
    let store = Store::open_with("s3://no-such-bucket/x", &settings).unwrap();
    let error = StoredRun::create(&store, folder.path(), &CreateOptions::default()).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no bucket or container for s3://no-such-bucket/x; make it first");
}
