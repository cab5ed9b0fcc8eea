//! The small internet as a whole: every page of a seed is read, every link followed.

mod crawl;
mod facts;
mod served;
