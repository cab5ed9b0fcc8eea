//! What holds in every world alike, seen from outside. The rules of each world are in its own tests.

mod every_world;
mod unlawful;
mod worlds;
