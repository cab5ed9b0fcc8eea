// Where the reader is, each part a link.

import { Fragment } from "preact";
import { writeAddress } from "./address";

export function Crumbs({ parts }: { parts: { name: string; to: (string | number)[] }[] }) {
  return (
    <nav class="crumbs" aria-label="Where you are">
      <a href={writeAddress([])}>Runs</a>
      {parts.map(({ name, to }) => (
        <Fragment key={name}>
          <span aria-hidden="true">/</span>
          <a href={writeAddress(to)}>{name}</a>
        </Fragment>
      ))}
    </nav>
  );
}
