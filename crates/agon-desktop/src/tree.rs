//! The accessibility tree, by AT-SPI.
