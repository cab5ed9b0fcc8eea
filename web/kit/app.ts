// What every application tells Agon about itself, and what it is told. An application calls `register` once. While nobody
// sits an exam (`agon app NAME` in an ordinary browser) there is no proctor and nothing is told to anyone.

/** An application's side of the private door. */
export interface App {
  /** All that a grader may want to know, as plain JSON. Read after the last step; must not change anything. */
  state(): unknown;
  /** Whether nothing is on its way (fonts, images, workers); absent means that nothing ever is. */
  idle?(): boolean;
  /**
   * Draws what has changed. In an exam it is called when somebody is about to look, and the application draws at no other time:
   * of ten seconds that pass at once nobody sees the six hundred frames in between. A promise is waited for.
   */
  draw?(): void | Promise<void>;
}

/** The exam's side, put into the page before any of its own scripts; see `exam.ts`. */
export interface Proctor {
  app: App | undefined;
}

declare global {
  var agonProctor: Proctor | undefined;
}

/** Whether this page is part of a sat exam: what would let a user skip the work (importing a solution) is off. */
export const isExam = globalThis.agonProctor !== undefined;

/** Tells the proctor, where there is one, who we are. */
export function register(app: App): void {
  if (globalThis.agonProctor) globalThis.agonProctor.app = app;
}
