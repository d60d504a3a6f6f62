// Finds text that is split into several strings. Ignores case and accents, and treats all white space alike. Uses no browser
// API.

export interface TextMatch {
  startIndex: number;
  startOffset: number;
  endIndex: number;
  endOffset: number;
  before: string;
  match: string;
  after: string;
}

const contextLength = 60;
const marks = /\p{M}/gu;
const fold = (letter: string): string => letter.normalize('NFKD').replace(marks, '').toLowerCase();

/** The normalized text, with the source string and offset of each letter. */
interface Folded {
  text: string;
  pieces: number[];
  offsets: number[];
}

/** Joins strings without a gap, because text continues through emphasis. */
function foldTexts(texts: readonly string[]): Folded {
  const folded: Folded = { text: '', pieces: [], offsets: [] };
  const letters: string[] = [];
  let isBlank = true;
  for (const [piece, text] of texts.entries()) {
    let offset = 0;
    for (const letter of text) {
      const isSpace = /\s/.test(letter);
      // Soft hyphens and joiners are invisible.
      const plain = isSpace
        ? isBlank
          ? ''
          : ' '
        : fold(letter).replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
      for (const one of plain.split('')) {
        letters.push(one);
        folded.pieces.push(piece);
        folded.offsets.push(offset);
      }
      if (isSpace || plain !== '') isBlank = isSpace;
      offset += letter.length;
    }
  }
  folded.text = letters.join('');
  return folded;
}

export function findInTexts(texts: readonly string[], query: string, maxMatches = 1_000): TextMatch[] {
  const wanted = foldTexts([query]).text.trim();
  if (wanted === '') return [];
  const { text, pieces, offsets } = foldTexts(texts);
  const found: TextMatch[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && found.length < maxMatches;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    const last = at + wanted.length - 1;
    const startIndex = pieces[at] ?? 0;
    const startOffset = offsets[at] ?? 0;
    const endIndex = pieces[last] ?? 0;
    const endOffset = endOf(texts[endIndex] ?? '', offsets[last] ?? 0);
    const range = { startIndex, startOffset, endIndex, endOffset };
    found.push({ ...range, ...toContext(texts, range) });
  }
  return found;
}

/** The offset after the letter and its combining marks. */
function endOf(text: string, offset: number): number {
  const letter = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const rest = /^\p{M}*/u.exec(text.slice(offset + letter.length))?.[0] ?? '';
  return Math.min(text.length, offset + letter.length + rest.length);
}

type TextRange = Pick<TextMatch, 'startIndex' | 'startOffset' | 'endIndex' | 'endOffset'>;
const squeeze = (text: string) => text.replace(/\s+/g, ' ');

function toContext(texts: readonly string[], { startIndex, startOffset, endIndex, endOffset }: TextRange) {
  const match =
    startIndex === endIndex
      ? (texts[startIndex] ?? '').slice(startOffset, endOffset)
      : (texts[startIndex] ?? '').slice(startOffset) +
        texts.slice(startIndex + 1, endIndex).join('') +
        (texts[endIndex] ?? '').slice(0, endOffset);
  let before = (texts[startIndex] ?? '').slice(0, startOffset);
  for (let i = startIndex - 1; i >= 0 && before.length < contextLength; i--) before = `${texts[i]}${before}`;
  let after = (texts[endIndex] ?? '').slice(endOffset);
  for (let i = endIndex + 1; i < texts.length && after.length < contextLength; i++) after += texts[i];
  return {
    before: squeeze(before).slice(-contextLength),
    match: squeeze(match),
    after: squeeze(after).slice(0, contextLength),
  };
}
