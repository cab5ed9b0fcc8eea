// What is picked by name: a node to go to, a node to connect to, a connection to select. The keyboard's way to what the mouse does on
// the canvas.

import { openPicker } from "../../../kit/ui/picker";
import { hasInput, portsOf } from "../model/catalogue";
import { edgeBetween, type Node } from "../model/graph";
import { edgeTitle, summaryOf, titles } from "../model/naming";
import type { Editor } from "./editor";

/** `after` gives the keyboard to what was picked. */
export function openGoTo(editor: Editor, after: (id: string) => void): void {
  const names = titles(editor.graph);
  const things = editor.graph.nodes.map((node) => {
    return { node, name: names.get(node.id)!, words: [node.id, summaryOf(node)], note: summaryOf(node).slice(0, 28) };
  });
  openPicker({
    title: "Go to a Node",
    label: "Name of a node",
    things,
    take: ({ node }) => {
      editor.select([node.id]);
      editor.centre(node);
      after(node.id);
    },
  });
}

/** Every output with every node that it does not lead to yet. */
export function openConnect(editor: Editor, source: Node): void {
  const { graph } = editor;
  const names = titles(graph);
  const targets = graph.nodes.filter((node) => node.id !== source.id && hasInput(node.type));
  const things = portsOf(source.type, source.data).flatMap((port) =>
    targets
      .filter((target) => !edgeBetween(graph, source.id, port.handle, target.id))
      .map((target) => {
        const name = `${port.label ? `${port.label} › ` : "› "}${names.get(target.id)}`;
        return {
          name,
          words: [summaryOf(target)],
          note: summaryOf(target).slice(0, 28),
          handle: port.handle,
          target: target.id,
        };
      }),
  );
  openPicker({
    title: `Connect ${names.get(source.id)}`,
    label: "Output and node",
    things,
    take: ({ handle, target }) => editor.connect(source.id, handle, target),
  });
}

/** The connections of what is selected, else all. */
export function openConnections(editor: Editor): void {
  const { graph, selection } = editor;
  const names = titles(graph);
  const own = graph.edges.filter((edge) => selection.has(edge.source) || selection.has(edge.target));
  const things = (own.length > 0 ? own : graph.edges).map((edge) => ({
    edge,
    name: edgeTitle(graph, edge, names),
    words: [],
  }));
  openPicker({
    title: "Select a Connection",
    label: "From and to",
    things,
    take: ({ edge }) => editor.select([edge.id]),
  });
}
