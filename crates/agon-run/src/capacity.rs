//! How many trials the machine can take at once.

use agon_core::Weight;

/// What the machine has for trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    /// Memory that programs can have, in MiB; `None` where the machine does not say.
    pub memory_mib: Option<u64>,
    /// Processors.
    pub cores: f64,
}

/// The trials that run now, held against what the machine has and what the operator asked for.
#[derive(Clone, Debug)]
pub struct Load {
    capacity: Capacity,
    most: usize,
    running: usize,
    used: Weight,
}

/// Sums of tenths are not exact.
const ROUNDING: f64 = 1e-6;

impl Capacity {
    /// What this machine has at this moment: memory that is free or can be freed, and the processors this process may use.
    pub fn here() -> Self {
        let memory_mib = std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(available_mib);
        Self { memory_mib, cores: std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64) }
    }
}

impl Load {
    /// Nothing runs yet. `most` is the number of trials that is never exceeded, however light they are; at least one.
    pub fn new(capacity: Capacity, most: usize) -> Self {
        Self { capacity, most: most.max(1), running: 0, used: Weight::default() }
    }

    /// Whether a trial of this weight may start beside those that run. One that is heavier than the machine runs alone; one
    /// that weighs nothing only needs a free place.
    pub fn admits(&self, weight: Weight) -> bool {
        let memory_fits = match self.capacity.memory_mib {
            Some(has) => weight.memory_mib == 0 || u64::from(self.used.memory_mib) + u64::from(weight.memory_mib) <= has,
            None => true,
        };
        let cores_fit = weight.cores <= 0.0 || self.used.cores + weight.cores <= self.capacity.cores + ROUNDING;
        self.running == 0 || (self.running < self.most && memory_fits && cores_fit)
    }

    /// A trial of this weight has started.
    pub fn add(&mut self, weight: Weight) {
        self.running += 1;
        self.used.memory_mib = self.used.memory_mib.saturating_add(weight.memory_mib);
        self.used.cores += weight.cores;
    }

    /// A trial of this weight has ended.
    pub fn remove(&mut self, weight: Weight) {
        self.running = self.running.saturating_sub(1);
        self.used.memory_mib = self.used.memory_mib.saturating_sub(weight.memory_mib);
        self.used.cores = (self.used.cores - weight.cores).max(0.0);
    }
}

fn available_mib(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: Capacity = Capacity { memory_mib: Some(4000), cores: 2.0 };

    /// How many trials of one weight start before the next is refused.
    fn started(weight: Weight, capacity: Capacity, most: usize) -> usize {
        let mut load = Load::new(capacity, most);
        (0..100).take_while(|_| load.admits(weight).then(|| load.add(weight)).is_some()).count()
    }

    #[test]
    fn memory_cores_and_the_number_asked_for_each_bound_what_runs() {
        let weight = |memory_mib, cores| Weight { memory_mib, cores };
        assert_eq!(started(weight(1500, 0.1), MACHINE, 8), 2, "memory");
        assert_eq!(started(weight(100, 0.5), MACHINE, 8), 4, "cores");
        assert_eq!(started(weight(100, 0.5), MACHINE, 3), 3, "the number asked for");
        assert_eq!(started(Weight::default(), MACHINE, 8), 8, "what weighs nothing");
        assert_eq!(started(weight(9000, 8.0), MACHINE, 8), 1, "heavier than the machine");
        assert_eq!(started(weight(1500, 0.1), Capacity { memory_mib: None, ..MACHINE }, 8), 8, "a machine that does not say");
    }

    #[test]
    fn what_weighs_nothing_runs_beside_what_fills_the_machine() {
        let mut load = Load::new(MACHINE, 8);
        let heavy = Weight { memory_mib: 9000, cores: 8.0 };
        load.add(heavy);
        assert!(load.admits(Weight::default()));
        assert!(!load.admits(Weight { memory_mib: 1, cores: 0.0 }));
        load.remove(heavy);
        assert!(load.admits(heavy));
    }

    #[test]
    fn the_kernels_own_words_are_read() {
        assert_eq!(available_mib("MemTotal:  24683000 kB\nMemAvailable:   2048000 kB\n"), Some(2000));
        assert_eq!(available_mib("MemTotal:  24683000 kB\n"), None);
    }
}
