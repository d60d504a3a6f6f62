// Decides which of several marked numbers of a name counts.
import { isNumberAt, lastEndingNumber } from './numbers/bare-number.ts';
import { toText } from './resolve.ts';
import type { FactAt, Walk } from './walk.ts';
import { markerOfWord } from './words/markers.ts';

/**
 * Returns marked numbers to the title: number words that are followed by a stronger number ("Kaiju No. 8 v02", "No. 6
 * #5", "Kaiju No. 8 036"), and a second number of the same kind ("T22 Vol 714 pour Sydney"). In folders, a number word
 * after text belongs to the name.
 */
export function resolveMarks(walk: Walk, isFolder: boolean): void {
  const titles = new Set<FactAt>();
  const weak = walk.facts.filter(({ isWeak, at }) => isWeak || isUnpadded(walk, at));
  if (weak.length > 0) {
    const stronger = lastStronger(walk);
    const padded = lastEndingNumber(walk, (found) => found.padded);
    const long = lastEndingNumber(walk, (found) => found.width > 2);
    const firstVolume = walk.facts.find(({ fact }) => fact.kind === 'volume')?.at ?? Number.POSITIVE_INFINITY;
    const others = { stronger, padded, long, firstVolume };
    for (const entry of weak) {
      const isFolderNumber = isFolder && entry.fact.kind !== 'volume';
      if (isFolderNumber ? isNumberOfFolderName(walk, entry) : isWeaker(walk, entry, others))
        titles.add(entry);
    }
  }
  const kinds = new Set<string>();
  for (const entry of walk.facts) {
    const { kind } = entry.fact;
    if (titles.has(entry) || !['number', 'volume', 'chapter'].includes(kind)) continue;
    if (kinds.has(kind)) titles.add(entry);
    kinds.add(kind);
  }
  toText(walk, titles);
}

type Kind = 'number' | 'volume' | 'chapter';

/** Index of the last number of each kind that is not weak. Volumes and numbers in brackets do not count. */
function lastStronger(walk: Walk): Record<Kind, number> {
  const last: Record<Kind, number> = { number: -1, volume: -1, chapter: -1 };
  for (const { fact, at, isWeak } of walk.facts) {
    if (isWeak || (fact.kind !== 'number' && fact.kind !== 'volume' && fact.kind !== 'chapter')) continue;
    if (fact.kind !== 'chapter' && walk.tokens[at]?.bracket) continue;
    last[fact.kind] = at;
  }
  return last;
}

interface Others {
  stronger: Record<Kind, number>;
  /** Index of the last number with leading zeros, and of the last with three digits, without a mark. */
  padded: number;
  long: number;
  firstVolume: number;
}

function isWeaker(walk: Walk, { fact, at, next }: FactAt, others: Others): boolean {
  const { stronger, padded, long, firstVolume } = others;
  const isInText = walk.tokens[next]?.kind === 'word' && walk.roles[next] === 'text';
  if (fact.kind === 'volume') {
    // "Season 3 Blues 051" begins with its title.
    const isMarked = Math.max(stronger.chapter, stronger.number, padded) > at;
    return stronger.volume > at || (at === 0 && isInText && isMarked);
  }
  if (fact.kind === 'chapter' && firstVolume < at) return false;
  if (markerOfWord(walk.tokens[at]?.plain ?? '') === 'chapter')
    return stronger.volume > at && walk.roles.slice(next, stronger.volume).includes('text', isInText ? 0 : 1);
  const isMarked = stronger.volume > at || stronger.chapter > at;
  if (walk.tokens[at]?.kind === 'sign')
    return at === 0 ? isMarked && isInText : isBeforePadded(walk, stronger.chapter, next);
  if (isMarked || stronger.number > at || padded >= next) return true;
  return isNumberAt(walk, next) || (isInText && long >= next);
}

/** Whether "#" or a word for chapters begins at `at`: "Monster #8 Ch. 001", "Chapter 3 - Truth of Zero v05". */
function isUnpadded({ tokens }: Walk, at: number): boolean {
  const mark = tokens[at]?.plain ?? '';
  const isMark = mark === '#' || (mark.length > 3 && markerOfWord(mark) === 'chapter');
  return isMark && tokens[at + 1]?.plain.startsWith('0') === false;
}

/** "Monster #8 Ch. 001": the chapter follows immediately and has leading zeros. */
function isBeforePadded({ facts, tokens }: Walk, chapterAt: number, next: number): boolean {
  const chapter = chapterAt === next ? facts.find(({ at }) => at === chapterAt) : undefined;
  return tokens.slice(chapterAt, chapter?.next ?? chapterAt).some(({ plain }) => /^0[0-9]/.test(plain));
}

/** "Kaiju No. 8" names a series, "Book 2" and "Season 1" number a folder. */
function isNumberOfFolderName(walk: Walk, { fact, at }: FactAt): boolean {
  return fact.kind === 'number' && at > 0 && /^n/i.test(walk.tokens[at]?.plain ?? '');
}
