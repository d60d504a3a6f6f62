// Reads notes in running text that describe the file: "c2c", "52p", "03 of 04 covers", "p012", "copy 2", "2560x1600".
import { gluedAt } from '../numbers/read-number.ts';
import type { Reading, WalkState } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { isOfWord } from '../words/markers.ts';

/** Reads the note that begins with token `at`. */
export function readNote(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  return (
    readScanTag(tokens, at, state) ??
    readParts(tokens, at) ??
    readPage(tokens, at, state) ??
    readCopy(tokens, at, state) ??
    readImageSize(tokens, at)
  );
}

/** "c2c", "ctc" (cover to cover) and "52p" (pages) after the beginning of a name, "68 pages" after a number. */
function readScanTag(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const token = tokens[at];
  if (at === 0 || !token || token.glued) return undefined;
  const second = gluedAt(tokens, at + 1)?.plain ?? '';
  const third = gluedAt(tokens, at + 2)?.plain ?? '';
  if (state.hasNumber && token.kind === 'digits' && /^(?:pp|pgs?|pages)$/i.test(tokens[at + 1]?.plain ?? ''))
    return { facts: [{ kind: 'tag', text: `${token.plain} ${tokens[at + 1]?.plain}` }], next: at + 2 };
  const isCover = /^c$/i.test(token.plain) && second === '2' && /^c$/i.test(third);
  const isPages = token.kind === 'digits' && token.plain.length <= 4 && /^(?:p|pp|pgs?|pages)$/i.test(second);
  const length = isCover ? 3 : isPages ? 2 : /^ctc$/i.test(token.plain) ? 1 : 0;
  if (length === 0 || isWordOrDigits(gluedAt(tokens, at + length))) return undefined;
  const text = [token.plain, second, third].slice(0, length).join('');
  return { facts: [{ kind: 'tag', text }], next: at + length };
}

function isWordOrDigits(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'digits';
}

/** "03 of 04 covers": a count of parts of the file, not of books. */
function readParts(tokens: readonly Token[], at: number): Reading | undefined {
  if (tokens[at]?.kind !== 'digits' || !isOfWord(tokens[at + 1]?.plain ?? '', true)) return undefined;
  const isPart = /^(?:covers?|variants?|printings?|pages|couvertures|portadas|copertine|seiten)$/i.test(
    tokens[at + 3]?.plain ?? '',
  );
  return isPart && tokens[at + 2]?.kind === 'digits'
    ? { facts: [{ kind: 'noise' }], next: at + 4 }
    : undefined;
}

/** Reads "p012" after a chapter, in the name of a page. */
function readPage(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const isPage =
    state.hasNumber && /^p$/i.test(tokens[at]?.plain ?? '') && gluedAt(tokens, at + 1)?.kind === 'digits';
  if (!isPage) return undefined;
  const isRange = gluedAt(tokens, at + 2)?.plain === '-' && gluedAt(tokens, at + 3)?.kind === 'digits';
  return { facts: [{ kind: 'noise' }], next: isRange ? at + 4 : at + 2 };
}

/** Reads " - Copy" or "copy 2" at the end. After text the word must be lower case, because titles may end in "Copy". */
function readCopy(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const word = tokens[at]?.plain ?? '';
  const before = tokens[at - 1];
  if (!/^(?:copy|kopie|copie|copia)$/i.test(word) || !before) return undefined;
  const numbered = tokens[at + 1]?.kind === 'digits' || /^\([0-9]+\)$/.test(tokens[at + 1]?.plain ?? '');
  if (tokens[numbered ? at + 2 : at + 1]) return undefined;
  const isApart = state.afterFact || before.kind !== 'word';
  return isApart || word === word.toLowerCase()
    ? { facts: [{ kind: 'noise' }], next: tokens.length }
    : undefined;
}

/** "2560x1600". */
function readImageSize(tokens: readonly Token[], at: number): Reading | undefined {
  const width = tokens[at];
  const by = gluedAt(tokens, at + 1);
  const height = gluedAt(tokens, at + 2);
  if (width?.kind !== 'digits' || height?.kind !== 'digits' || !/^[x×]$/i.test(by?.plain ?? ''))
    return undefined;
  if (width.plain.length < 3 || height.plain.length < 3) return undefined;
  return { facts: [{ kind: 'tag', text: `${width.plain}x${height.plain}` }], next: at + 3 };
}
