//! Random numbers that never change: instances are named by seed, so the stream behind a seed is part of the format.

/// A seeded generator (xoshiro256++). We keep our own rather than a library's because a library may better its
/// distributions in a new version, and every published instance would silently become another one.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A stream for one purpose: the same label and seed give the same numbers for ever, other labels independent ones.
    pub fn new(label: &str, seed: u64) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(label.as_bytes());
        hasher.update(&[0]);
        hasher.update(&seed.to_le_bytes());
        let digest = hasher.finalize();
        let mut state = [0u64; 4];
        for (word, bytes) in state.iter_mut().zip(digest.as_bytes().chunks_exact(8)) {
            *word = u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]);
        }
        Self { state }
    }

    /// A child stream, so that one part of a world can draw more numbers without moving the others.
    pub fn fork(&mut self, label: &str) -> Self {
        let seed = self.next_u64();
        Self::new(label, seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform in `0..n`, without bias. Zero for `n == 0`.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // Lemire's method: widen, reject the short first interval.
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(n);
            if (wide as u64) >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }

    /// Uniform index into a collection of `len` items.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Uniform integer in `min..=max`.
    pub fn integer(&mut self, min: i64, max: i64) -> i64 {
        if max <= min {
            return min;
        }
        min.wrapping_add(self.below(max.wrapping_sub(min) as u64 + 1) as i64)
    }

    /// Uniform real in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform real in `[min, max)`.
    pub fn real(&mut self, min: f64, max: f64) -> f64 {
        min + (max - min) * self.unit()
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of the items; `None` where there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// Every order with the same chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_behind_a_seed_is_frozen() {
        let mut rng = Rng::new("maze-2d", 7);
        let drawn: Vec<u64> = (0..4).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, FROZEN, "changing this stream changes every published instance");
    }

    const FROZEN: [u64; 4] = [455, 650, 919, 312];

    #[test]
    fn labels_give_independent_streams() {
        assert_ne!(Rng::new("a", 1).next_u64(), Rng::new("b", 1).next_u64());
    }

    #[test]
    fn below_stays_below_and_reaches_all() {
        let mut rng = Rng::new("below", 0);
        let mut seen = [false; 6];
        for _ in 0..500 {
            seen[rng.below(6) as usize] = true;
        }
        assert!(seen.iter().all(|s| *s));
    }
}
