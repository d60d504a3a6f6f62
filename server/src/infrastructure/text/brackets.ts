// Replaces text in brackets. Scanned manually, because a regular expression would search for the end again from every
// bracket.

const opening = '([{';
const closing = ')]}';

/** Replaces everything from an opening bracket to the next closing one. An unclosed bracket is kept. */
export function replaceBracketed(text: string, by: string): string {
  let result = '';
  let keptFrom = 0;
  let openedAt = -1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (openedAt < 0) {
      if (opening.includes(sign)) openedAt = at;
    } else if (closing.includes(sign)) {
      result += text.slice(keptFrom, openedAt) + by;
      keptFrom = at + 1;
      openedAt = -1;
    }
  }
  return result + text.slice(keptFrom);
}
