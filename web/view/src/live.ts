// What happens now, as the server tells it over a socket.

import { useEffect, useRef } from "preact/hooks";

/** How long after a lost connection it is tried again. */
const AGAIN_MS = 2000;

/**
 * Hears what is told at an address, whenever there is one. A connection that is lost is made again; `address` is then asked
 * anew, as it may say what the page has by now.
 */
export function useSocket<T>(key: string | null, address: () => string, onNews: (news: T) => void): void {
  const present = useRef({ address, onNews });
  present.current = { address, onNews };
  useEffect(() => {
    if (key === null) return;
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const connect = () => {
      const url = new URL(present.current.address(), location.href);
      url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
      url.hash = "";
      socket = new WebSocket(url);
      socket.onmessage = ({ data }) => present.current.onNews(JSON.parse(String(data)) as T);
      socket.onclose = () => {
        if (!isLeft) timer = setTimeout(connect, AGAIN_MS);
      };
    };
    connect();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [key]);
}
