//! A small memory of what was last decoded, so that folders of any size need little room.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) struct Recent<T> {
    room: usize,
    items: Mutex<VecDeque<(usize, Option<Arc<T>>)>>,
}

impl<T> Recent<T> {
    pub(super) fn new(room: usize) -> Self {
        Self { room, items: Mutex::new(VecDeque::new()) }
    }

    /// The item of this number, made if it is not remembered. Two threads may make the same one; both get the same content.
    pub(super) fn get(&self, number: usize, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
        let lock = || self.items.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut items = lock();
            if let Some(at) = items.iter().position(|(n, _)| *n == number) {
                let found = items.remove(at)?;
                items.push_front(found.clone());
                return found.1;
            }
        }
        let made = make().map(Arc::new);
        let mut items = lock();
        items.push_front((number, made.clone()));
        items.truncate(self.room);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_used_are_kept_and_the_others_made_anew() {
        let recent = Recent::new(2);
        let mut made = Vec::new();
        for number in [1, 2, 1, 3, 1, 2] {
            let got = recent.get(number, || {
                made.push(number);
                Some(number * 10)
            });
            assert_eq!(got.as_deref(), Some(&(number * 10)));
        }
        assert_eq!(made, [1, 2, 3, 2]);
        assert_eq!(recent.items.lock().unwrap().len(), 2);
    }
}
