//! Pointer and keyboard through XTEST, with Unicode.
