// Pictures of a page: fetched with it, and shown when all of them are there.

import type { Net } from "../net";

/** What kind of picture bytes are; the server does not tell. */
function mediaOf(bytes: Uint8Array): string {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "image/jpeg";
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return "image/gif";
  if (bytes[0] === 0x52 && bytes[1] === 0x49) return "image/webp";
  return "image/svg+xml";
}

export class Pictures {
  readonly #net: Net;
  readonly #resolve: (href: string) => string | undefined;
  readonly #urls: string[] = [];

  constructor(net: Net, resolve: (href: string) => string | undefined) {
    this.#net = net;
    this.#resolve = resolve;
  }

  /** Keeps a picture's address for later: the browser would fetch it itself, from where it is not. */
  hold(picture: HTMLImageElement): void {
    const address = picture.getAttribute("src");
    picture.removeAttribute("src");
    picture.removeAttribute("srcset");
    picture.removeAttribute("loading");
    if (address !== null) picture.dataset["agonSrc"] = address;
    // Drawn in the frame in which it is shown, not in a later one.
    picture.decoding = "sync";
  }

  /** Loads all that are held in a part of a page. */
  async load(part: ParentNode): Promise<void> {
    const held = part.querySelectorAll<HTMLImageElement>("img[data-agon-src]");
    await Promise.all([...held].map((picture) => this.show(picture, picture.dataset["agonSrc"]!)));
  }

  /** Shows another picture. One that cannot be had leaves its description. */
  async show(picture: HTMLImageElement, href: string): Promise<void> {
    delete picture.dataset["agonSrc"];
    const address = this.#resolve(href);
    if (address === undefined) return;
    try {
      const bytes = await this.#net.raw(address);
      if (bytes.length === 0) return;
      this.put(picture, bytes);
      await picture.decode();
    } catch {
      picture.removeAttribute("src");
    }
  }

  put(picture: HTMLImageElement, bytes: Uint8Array<ArrayBuffer>): void {
    const url = URL.createObjectURL(new Blob([bytes], { type: mediaOf(bytes) }));
    this.#urls.push(url);
    picture.src = url;
  }

  dispose(): void {
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
  }
}
