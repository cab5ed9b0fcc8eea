//! What a hostile agent tries.
