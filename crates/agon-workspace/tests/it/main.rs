//! The workspace world, with real sandboxes: what it gives, what it marks, and what hostile agents try on it.

mod attacks;
mod bench;
mod exam;
mod marking;
mod world;
