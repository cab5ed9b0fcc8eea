//! Embeds the built web pages (`web/dist`). Where they have not been built the list is empty, and whoever needs one says what to do.

fn main() {
    agon_embed::folder_of_compressed("files", "../../web/dist");
}
