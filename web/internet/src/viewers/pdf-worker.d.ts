declare module "pdfjs-dist/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: object;
}
