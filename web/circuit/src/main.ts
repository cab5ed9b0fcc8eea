import { register } from "../../kit/app";

register({
  state: () => ({ app: "circuit", parts: [], scopes: [], problem: null, time: 0, running: true, timeStep: 5e-6 }),
});
