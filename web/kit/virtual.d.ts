/** The built script of `exam/worker.ts`, as a text; `build.mjs` provides it. */
declare module "virtual:exam-worker" {
  const script: string;
  export default script;
}
