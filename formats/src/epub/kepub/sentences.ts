// Splits text in XML notation into sentences. Independent of the Node.js version: Kobo positions count these
// sentences, so any change requires a new `kepubVersion`.

const ends = new Set('.!?…‽');
/** These characters end a sentence without a following space. */
const wideEnds = new Set('。！？｡');
const closers = new Set('"\'”’»›)]」』）');
const closingReference = /&(?:quot|apos|rdquo|rsquo|raquo|#8221|#8217|#x201[dD]|#x2019);/y;

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';

/** Returns the sentences of a text in order, each with the white space after it. */
export function splitSentences(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const isWide = wideEnds.has(text.charAt(at));
    if (!isWide && !ends.has(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = skipEnd(text, at);
    const next = skipSpace(text, end);
    if (isWide || next > end) {
      parts.push(text.slice(start, next));
      start = next;
    }
    at = next;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** Returns the offset after all characters that end a sentence or close a quotation. */
function skipEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const character = text.charAt(at);
    if (ends.has(character) || wideEnds.has(character) || closers.has(character)) {
      at += 1;
      continue;
    }
    closingReference.lastIndex = at;
    if (character !== '&' || !closingReference.test(text)) return at;
    at = closingReference.lastIndex;
  }
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}
