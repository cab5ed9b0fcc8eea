//! One trial's screen: captured through shared memory, settled by damage.
