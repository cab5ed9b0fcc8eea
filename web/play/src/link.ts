// The one connection to agon: what is to be shown comes in, what is done goes out.

import type { FromPage, ToPage } from "../../generated/play";

export interface Listener {
  told: (message: ToPage) => void;
  /** A picture of the task's screen. */
  pictured: (file: Blob) => void;
  /** The connection was lost; it is tried again. */
  lost: () => void;
}

const AGAIN_MS = 1000;

export class Link {
  #socket: WebSocket | undefined;
  #isClosed = false;

  constructor(private readonly listener: Listener) {
    this.#open();
  }

  send(message: FromPage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Nothing more will come. */
  close(): void {
    this.#isClosed = true;
  }

  #open(): void {
    const address = new URL("live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "blob";
    socket.addEventListener("message", ({ data }: MessageEvent<string | Blob>) => {
      if (typeof data === "string") this.listener.told(JSON.parse(data) as ToPage);
      else this.listener.pictured(data);
    });
    socket.addEventListener("close", () => {
      if (this.#isClosed) return;
      this.listener.lost();
      setTimeout(() => this.#open(), AGAIN_MS);
    });
    this.#socket = socket;
  }
}
