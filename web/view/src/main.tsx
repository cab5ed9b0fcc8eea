// The pages over a folder of runs: all runs, one run, one trial.

import { render } from "preact";
import "../../kit/ui/fonts";
import "../../kit/style/tokens.css";
import "./view.css";
import { useAddress } from "./address";
import { CompareView } from "./compare";
import { RunView } from "./run";
import { MonitorView } from "./running";
import { RunsView } from "./runs";
import { SearchView } from "./search";
import { SideView } from "./side";
import { TrialView } from "./trial";

const dark = matchMedia("(prefers-color-scheme: dark)");
const takeTheme = () => (document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light");
dark.addEventListener("change", takeTheme);
takeTheme();

function View() {
  const address = useAddress();
  const [place, run, inRun, trial] = address.parts;
  if (place === "runs" && run && inRun === "trials" && trial) {
    return <TrialView run={run} trial={Number(trial)} address={address} />;
  }
  if (place === "runs" && run && inRun === "now") return <MonitorView run={run} />;
  if (place === "compare" && run && inRun) return <CompareView first={run} second={inRun} />;
  if (place === "side") return <SideView address={address} />;
  if (place === "search") return <SearchView address={address} />;
  if (place === "runs" && run) return <RunView run={run} address={address} />;
  return <RunsView />;
}

const root = document.getElementById("view");
if (root) render(<View />, root);
