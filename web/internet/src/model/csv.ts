// Rows of a CSV file, as RFC 4180 has them.

export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let isQuoted = false;
  const endValue = () => {
    row.push(value);
    value = "";
  };
  const endRow = () => {
    endValue();
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (isQuoted) {
      if (letter !== '"') value += letter;
      else if (text[i + 1] === '"') value += text[++i];
      else isQuoted = false;
    } else if (letter === '"' && value === "") isQuoted = true;
    else if (letter === ",") endValue();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") value += letter;
  }
  endRow();
  return rows;
}
