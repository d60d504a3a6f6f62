// Reads words for the kind of book in running text: "Annual", "Omnibus", "One-Shot", "TPB", "SP01".
import { readMark } from '../numbers/read-mark.ts';
import { gluedAt, readNumber } from '../numbers/read-number.ts';
import { isBoundary, type Reading, startsFree, type WalkState } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { formatOfPhrase } from '../words/formats.ts';
import { spelledNumber } from '../words/markers.ts';

export interface FormatReading extends Reading {
  /** Whether the words remain in the title ("Detective Comics Annual"). */
  keep: boolean;
}

/** Reads the format that begins with token `at`. "A Special Day" has none: a format ends the title or is numbered. */
export function readFormat(
  tokens: readonly Token[],
  at: number,
  state: WalkState,
): FormatReading | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word' || !startsFree(tokens, at, state.afterFact)) return undefined;
  if (/^(?:sp|hs)$/i.test(token.plain))
    return readNumberedSpecial(tokens, at) ?? readBareSpecial(tokens, at, state);
  const joint = gluedAt(tokens, at + 1)?.plain === '-' ? at + 2 : at + 1;
  const second = tokens[joint];
  return (
    (second?.kind === 'word'
      ? readPhrase(tokens, { next: joint + 1, phrase: `${token.plain} ${second.plain}` }, state)
      : undefined) ?? readPhrase(tokens, { next: at + 1, phrase: token.plain }, state)
  );
}

function readPhrase(
  tokens: readonly Token[],
  { next, phrase }: { next: number; phrase: string },
  state: WalkState,
): FormatReading | undefined {
  const found = formatOfPhrase(phrase);
  if (!found || found.inText === 'never') return undefined;
  if (!isBoundary(tokens, next) && !isNumbered(tokens, next, state)) return undefined;
  if (found.inText === 'drop' && phrase.length <= 3 && phrase !== phrase.toUpperCase()) return undefined;
  if (found.inText === 'drop' && tokens.length === next && phrase === tokens[0]?.plain) return undefined;
  return { facts: [found.fact], next, keep: found.inText === 'keep' };
}

/** "Annual 3", "Annual #3", "Omnibus v01", "Compendium One", "Annual '97". */
function isNumbered(tokens: readonly Token[], at: number, state: WalkState): boolean {
  const token = tokens[at];
  return (
    token?.kind === 'digits' ||
    (token?.plain === "'" && gluedAt(tokens, at + 1)?.kind === 'digits') ||
    spelledNumber(token?.plain ?? '') !== undefined ||
    !!readMark(tokens, at, state)
  );
}

/** "Thorgal HS - Title", "Thorgal HS 3": capitals after the series. */
function readBareSpecial(tokens: readonly Token[], at: number, state: WalkState): FormatReading | undefined {
  const word = tokens[at]?.plain ?? '';
  return at > 0 && word === 'HS' ? readPhrase(tokens, { next: at + 1, phrase: word }, state) : undefined;
}

/** "SP01": a special with its own numbering. */
function readNumberedSpecial(tokens: readonly Token[], at: number): FormatReading | undefined {
  const found = gluedAt(tokens, at + 1)?.kind === 'digits' ? readNumber(tokens, at + 1) : undefined;
  if (!found || found.tangled) return undefined;
  const word = tokens[at]?.plain.toUpperCase() ?? '';
  const number = { text: `${word}${found.number.text}`, value: found.number.value };
  const format = { kind: 'format', format: 'Special', special: true, oneShot: false } as const;
  return { facts: [format, { kind: 'number', number }], next: found.next, keep: false };
}
