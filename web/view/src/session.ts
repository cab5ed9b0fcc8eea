// What this viewer lets its pages do.

import type { Session } from "../../generated/view";
import * as api from "./api";
import { shown, useLoaded } from "./load";

let asked: Promise<Session> | undefined;

/** Asked once: it does not change while the server runs. */
export function session(): Promise<Session> {
  asked ??= api.session();
  return asked;
}

export const useSession = () => shown(useLoaded("session", session));
