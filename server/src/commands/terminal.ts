// The terminal, or the file or pipe in its place; and texts that fit into it.

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Back to the beginning of the line, which is emptied. */
export const emptyLine = '\r\u001b[K';

/** Names of folders are anybody's: control characters would command the terminal. */
export const toShownName = (name: string): string => name.replace(/\p{Cc}|\p{Cf}/gu, '?');

/** Letters of East Asian scripts and most pictures take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes in a terminal. */
export function countColumns(text: string): number {
  let columns = 0;
  for (const letter of text.normalize('NFC'))
    columns += /\p{Mn}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return columns;
}

/** The text, or its beginning with an ellipsis, in so many columns at most. */
export function fitColumns(text: string, most: number): string {
  if (countColumns(text) <= most) return text;
  let fitted = '';
  for (const letter of text) {
    if (countColumns(fitted + letter) > most - 1) break;
    fitted += letter;
  }
  return `${fitted}…`;
}
