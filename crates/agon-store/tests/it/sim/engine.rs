//! Simulated time: events in order, and tasks that wait for them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;
type Action = Box<dyn FnOnce() + Send>;

/// Runs tasks in simulated time. Clones are the same simulation.
#[derive(Clone)]
pub(crate) struct Engine {
    inner: Arc<Mutex<Inner>>,
    ready: Arc<Mutex<VecDeque<usize>>>,
}

struct Inner {
    now: Duration,
    sequence: u64,
    heap: BinaryHeap<Reverse<Entry>>,
    /// With the machine each runs on.
    tasks: Vec<(usize, Option<Task>)>,
    /// Tasks of a machine do not move before this.
    paused: Vec<Duration>,
}

struct Entry {
    at: Duration,
    sequence: u64,
    /// Deferred while this machine is paused.
    machine: Option<usize>,
    action: Action,
}

struct TaskWaker {
    task: usize,
    ready: Arc<Mutex<VecDeque<usize>>>,
}

/// Waits for something that an event brings.
pub(crate) struct Slot<T> {
    value: Mutex<(Option<T>, Option<Waker>)>,
}

struct Filled<T>(Arc<Slot<T>>);

impl Engine {
    pub(crate) fn new(machines: usize) -> Self {
        let inner = Inner {
            now: Duration::ZERO,
            sequence: 0,
            heap: BinaryHeap::new(),
            tasks: Vec::new(),
            paused: vec![Duration::ZERO; machines],
        };
        Self { inner: Arc::new(Mutex::new(inner)), ready: Arc::default() }
    }

    pub(crate) fn now(&self) -> Duration {
        self.inner.lock().unwrap().now
    }

    /// Does something later; if it is a machine's, not while that is paused.
    pub(crate) fn at(&self, at: Duration, machine: Option<usize>, action: impl FnOnce() + Send + 'static) {
        let mut inner = self.inner.lock().unwrap();
        inner.sequence += 1;
        let (sequence, at) = (inner.sequence, at.max(inner.now));
        inner.heap.push(Reverse(Entry { at, sequence, machine, action: Box::new(action) }));
    }

    pub(crate) async fn sleep(&self, machine: usize, time: Duration) {
        let slot = Slot::new();
        let filled = slot.clone();
        self.at(self.now() + time, Some(machine), move || filled.fill(()));
        slot.wait().await;
    }

    pub(crate) fn spawn(&self, machine: usize, task: impl Future<Output = ()> + Send + 'static) {
        let mut inner = self.inner.lock().unwrap();
        inner.tasks.push((machine, Some(Box::pin(task))));
        self.ready.lock().unwrap().push_back(inner.tasks.len() - 1);
    }

    /// Ends everything that runs on a machine, wherever it is.
    pub(crate) fn crash(&self, machine: usize) {
        let dropped: Vec<Task> = {
            let mut inner = self.inner.lock().unwrap();
            inner.tasks.iter_mut().filter(|(of, _)| *of == machine).filter_map(|(_, task)| task.take()).collect()
        };
        drop(dropped);
    }

    pub(crate) fn pause(&self, machine: usize, time: Duration) {
        let mut inner = self.inner.lock().unwrap();
        inner.paused[machine] = inner.now + time;
    }

    /// Runs until nothing is left to happen or `until`. Whether everything was over before.
    pub(crate) fn run(&self, until: Duration, is_over: impl Fn() -> bool) -> bool {
        loop {
            self.poll_ready();
            if is_over() {
                return true;
            }
            let action = {
                let mut inner = self.inner.lock().unwrap();
                let Some(Reverse(mut entry)) = inner.heap.pop() else { return false };
                if entry.at > until {
                    return false;
                }
                inner.now = entry.at;
                match entry.machine.map(|machine| inner.paused[machine]) {
                    Some(paused) if paused > entry.at => {
                        entry.at = paused;
                        inner.heap.push(Reverse(entry));
                        continue;
                    }
                    _ => entry.action,
                }
            };
            action();
        }
    }

    fn poll_ready(&self) {
        loop {
            let Some(task) = self.ready.lock().unwrap().pop_front() else { return };
            // Taken out while it runs, for it may spawn others.
            let taken = self.inner.lock().unwrap().tasks[task].1.take();
            let Some(mut future) = taken else { continue };
            let waker = Waker::from(Arc::new(TaskWaker { task, ready: self.ready.clone() }));
            if future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                self.inner.lock().unwrap().tasks[task].1 = Some(future);
            }
        }
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.ready.lock().unwrap().push_back(self.task);
    }
}

impl<T> Slot<T> {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { value: Mutex::new((None, None)) })
    }

    pub(crate) fn fill(&self, value: T) {
        let waker = {
            let mut slot = self.value.lock().unwrap();
            slot.0 = Some(value);
            slot.1.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(crate) async fn wait(self: Arc<Self>) -> T {
        Filled(self).await
    }
}

impl<T> Future for Filled<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut slot = self.0.value.lock().unwrap();
        match slot.0.take() {
            Some(value) => Poll::Ready(value),
            None => {
                slot.1 = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.sequence).cmp(&(other.at, other.sequence))
    }
}
