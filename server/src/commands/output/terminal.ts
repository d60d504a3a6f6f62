// The terminal, or the file or pipe in its place; and the width of texts in it.
import type { Config } from '#infrastructure/config/schema.ts';

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** A line of JSON as the log writes it, for output that is not part of the log. */
export const toJsonLine = (level: 'info' | 'fatal', msg: string): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), msg })}\n`;

/** The terminal, with one JSON object for each write when the log has the format `json`: never a bar. */
export function toTerminal(output: Terminal, { format }: Config['log']): Terminal {
  if (format !== 'json') return output;
  return { write: (text) => output.write(toJsonLine('info', text.trim())) };
}

/** Clears the current line. */
export const emptyLine = '\r\u001b[K';

/** Names of folders are untrusted: control characters would be executed by the terminal. */
export const toShownName = (name: string): string => name.replace(/\p{Cc}|\p{Cf}/gu, '?');

/** East Asian characters and most emoji take two columns (Unicode Standard Annex #11). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes in a terminal. */
export function countColumns(text: string): number {
  let columns = 0;
  for (const letter of text.normalize('NFC'))
    columns += /\p{Mn}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return columns;
}

/** The text, shortened with an ellipsis to a number of columns. */
export function fitColumns(text: string, maxColumns: number): string {
  if (countColumns(text) <= maxColumns) return text;
  let fitted = '';
  for (const letter of text) {
    if (countColumns(fitted + letter) > maxColumns - 1) break;
    fitted += letter;
  }
  return `${fitted}…`;
}
