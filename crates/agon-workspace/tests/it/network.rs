//! Tasks that open named hosts: what is reached, and what hostile agents try to reach beside it.

use crate::bench::{Bench, TASK};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};

/// A host outside the sandbox that answers every request, and tells what it was asked.
struct Host {
    port: u16,
    asked: Receiver<String>,
}

impl Host {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (told, asked) = channel();
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let told = told.clone();
                std::thread::spawn(move || answer(connection.unwrap(), &told));
            }
        });
        Self { port, asked }
    }

    fn bench(&self) -> Bench {
        Self::bench_for(&format!("127.0.0.1:{}", self.port))
    }

    fn bench_for(host: &str) -> Bench {
        Bench::with(&format!("network = [{host:?}]\n{TASK}"))
    }

    fn times_asked(&self) -> usize {
        self.asked.try_iter().count()
    }
}

fn answer(mut connection: TcpStream, told: &std::sync::mpsc::Sender<String>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && connection.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    let _ = told.send(String::from_utf8_lossy(&head).into_owned());
    let _ = connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
}

/// What comes back when a command sends this to the proxy. Line ends are those of HTTP.
fn ask(request: &str) -> String {
    let request = request.replace('\n', "\\r\\n");
    format!("exec 3<>/dev/tcp/127.0.0.1/3128 && printf '{request}' >&3 && timeout 30 cat <&3")
}

#[tokio::test]
async fn the_named_host_is_reached_and_told_in_the_evidence() {
    let host = Host::start();
    let (bench, port) = (host.bench(), host.port);
    let mut trial = bench.trial().await;
    assert!(trial.instance.brief.rules.contains(&format!("whose network reaches 127.0.0.1:{port} and nothing else")));
    let seen = trial.shell("echo $http_proxy $https_proxy").await;
    assert_eq!(seen.stdout, "http://127.0.0.1:3128 http://127.0.0.1:3128\n");
    let forwarded =
        trial.shell(&ask(&format!("GET http://127.0.0.1:{port}/a?b HTTP/1.1\nHost: other.org\nProxy-X: 1\nA: b\n\n"))).await;
    assert!(forwarded.stdout.ends_with("\r\n\r\nhello"), "{forwarded:?}");
    let told = host.asked.recv().unwrap();
    assert_eq!(told, format!("GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nA: b\r\n\r\n"));
    let tunnel = trial.shell(&ask(&format!("CONNECT 127.0.0.1:{port} HTTP/1.1\n\nGET / HTTP/1.1\n\n"))).await;
    assert!(tunnel.stdout.starts_with("HTTP/1.1 200 Connection established\r\n\r\n"), "{tunnel:?}");
    assert!(tunnel.stdout.ends_with("hello"), "{tunnel:?}");
    let network = &trial.evidence().await.0["network"];
    assert_eq!(network["connections"], 2, "{network}");
    assert_eq!(network["visits"][0]["host"], format!("127.0.0.1:{port}"));
    assert_eq!((&network["visits"][1]["outcome"], &network["visits"][1]["sent"]), (&"connected".into(), &18.into()), "{network}");
}

#[tokio::test]
async fn nothing_else_is_reached() {
    let (host, other) = (Host::start(), Host::start());
    let (bench, port, closed) = (host.bench(), host.port, other.port);
    let mut trial = bench.trial().await;
    let refusal = format!("This task opens 127.0.0.1:{port}, and not");
    for target in [
        format!("127.0.0.1:{closed}"),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("127.0.0.2:{port}"),
        "169.254.169.254:80".into(),
        "example.org:443".into(),
    ] {
        let tunnel = trial.shell(&ask(&format!("CONNECT {target} HTTP/1.1\n\n"))).await;
        let forwarded = trial.shell(&ask(&format!("GET http://{target}/ HTTP/1.1\n\n"))).await;
        for done in [tunnel, forwarded] {
            let is_refused = done.stdout.starts_with("HTTP/1.1 403 Forbidden\r\n") && done.stdout.contains(&refusal);
            assert!(is_refused, "{target}: {done:?}");
        }
    }
    for (request, status) in [
        (format!("CONNECT 127.1:{port} HTTP/1.1\n\n"), "400"),
        (format!("CONNECT 0x7f000001:{port} HTTP/1.1\n\n"), "400"),
        (format!("GET http://127.0.0.1:{port}@example.org/ HTTP/1.1\n\n"), "400"),
        ("GET / HTTP/1.1\nHost: example.org\n\n".into(), "400"),
        (format!("POST http://127.0.0.1:{port}/ HTTP/1.1\nTransfer-Encoding: chunked\n\n"), "411"),
    ] {
        let done = trial.shell(&ask(&request)).await;
        assert!(done.stdout.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {done:?}");
    }
    let huge = "exec 3<>/dev/tcp/127.0.0.1/3128; { printf 'GET http://127.0.0.1/ HTTP/1.1\\r\\nA: '; head -c 100000 /dev/zero | tr '\\0' x; } >&3; cat <&3";
    assert!(trial.shell(huge).await.stdout.contains("431 Request Header Fields Too Large"));
    // Around the proxy there is no way at all.
    for command in [
        format!("exec 3<>/dev/tcp/127.0.0.1/{port}"),
        "exec 3<>/dev/tcp/1.1.1.1/53".into(),
        "exec 3<>/dev/udp/127.0.0.53/53 && printf x >&3 && timeout 2 head -c 1 <&3 | grep .".into(),
        "getent hosts example.org".into(),
        "python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)'".into(),
        "python3 -c 'import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)'".into(),
        "ip link add x type dummy".into(),
        "nsenter --net=/proc/1/ns/net true".into(),
        "unshare -rn true".into(),
    ] {
        let done = trial.shell(&command).await;
        assert_ne!(done.exit_code, Some(0), "{command}: {done:?}");
    }
    // One more request on the same connection goes nowhere.
    let request = format!("GET http://127.0.0.1:{port}/ HTTP/1.1\n\nGET http://127.0.0.1:{closed}/ HTTP/1.1\n\n");
    assert_eq!(trial.shell(&ask(&request)).await.stdout.matches("hello").count(), 1);
    assert_eq!((host.times_asked(), other.times_asked()), (1, 0));
}

#[tokio::test]
async fn slow_and_many_connections_hold_up_nobody_else() {
    let host = Host::start();
    let (bench, port) = (host.bench(), host.port);
    let mut trial = bench.trial().await;
    let many =
        "for i in $(seq 60); do eval \"exec $((i + 10))<>/dev/tcp/127.0.0.1/3128\" 2>/dev/null || break; done; echo opened";
    assert_eq!(trial.shell(many).await.stdout, "opened\n");
    let after = trial.shell(&ask(&format!("GET http://127.0.0.1:{port}/ HTTP/1.1\n\n"))).await;
    assert!(after.stdout.ends_with("hello"), "{after:?}");
}

#[tokio::test]
async fn names_of_private_addresses_and_tests_of_the_work_have_no_network() {
    let host = Host::start();
    let bench = Host::bench_for(&format!("localhost:{}", host.port));
    let mut trial = bench.trial().await;
    let done = trial.shell(&ask(&format!("CONNECT localhost:{} HTTP/1.1\n\n", host.port))).await;
    assert!(done.stdout.contains("502 Bad Gateway") && done.stdout.contains("leads into a private network"), "{done:?}");
    let program = "import socket\ntry:\n    socket.create_connection((\"127.0.0.1\", 3128))\n    print(\"reached\")\nexcept OSError:\n    print(\"alone\")\n";
    trial.shell(&format!("cat > output/add.py <<'END'\n{program}END")).await;
    let evidence = trial.evidence().await.0;
    let printed: Vec<&str> =
        evidence["probes"].as_object().unwrap().values().filter_map(|probe| probe["stdout"].as_str()).collect();
    assert!(printed.contains(&"alone\n") && !printed.contains(&"reached\n"), "{evidence:#}");
    trial.world.close().await.unwrap();
    assert_eq!(host.times_asked(), 0);
    assert_eq!(std::fs::read_dir(bench.folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn hosts_without_a_port_are_named() {
    let files = agon_taskfile::TaskFolder::embedded("mine", &[]);
    let task = format!("network = [\"example.org\"]\n{TASK}");
    let files = files.with(&[("suite.toml", crate::bench::SUITE), ("work/total.toml", &task)]);
    let closed = |_| Box::pin(async { Err(agon_core::Fault::world("not opened")) }) as agon_core::BoxFuture<'static, _>;
    let kind = agon_workspace::WorkspaceKind::new(std::sync::Arc::new(closed), std::sync::Arc::default());
    let error = agon_taskfile::TaskFileSuite::new(&files, std::sync::Arc::new(kind)).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("\"example.org\" is no host with its port, such as \"example.org:443\""), "{error}");
}
