// Parses globs and matches them against the names of a path. Only the last wildcard is backtracked, which is sufficient
// for globs and limits the number of steps to (pattern length) × (path length).

/** A part of a segment: a character, any character, any run of characters, or a character class. */
type Piece = string | { kind: 'any' } | { kind: 'run' } | CharacterClass;

interface CharacterClass {
  kind: 'class';
  isNegated: boolean;
  /** First and last character of each range. */
  ranges: (readonly [string, string])[];
}

/** The glob of one name; `**` alone matches any number of names. */
export type Segment = 'deep' | readonly Piece[];

/** Parses the glob of one name. An unclosed bracket is a plain character. */
export function parseSegment(text: string): Segment {
  if (text === '**') return 'deep';
  const characters = [...text];
  const pieces: Piece[] = [];
  for (let at = 0; at < characters.length; at++) {
    const sign = characters[at] ?? '';
    const found = sign === '[' ? parseClass(characters, at) : undefined;
    if (found) {
      pieces.push(found.piece);
      at = found.end;
    } else if (sign === '*') {
      if (!isRun(pieces.at(-1))) pieces.push({ kind: 'run' });
    } else if (sign === '?') pieces.push({ kind: 'any' });
    else if (sign === '\\' && at + 1 < characters.length) {
      at += 1;
      pieces.push(characters[at] ?? '');
    } else pieces.push(sign);
  }
  return pieces;
}

/** "[a-z_]", "[!0-9]"; a closing bracket directly after the opening one is a member ("[]]"). */
function parseClass(
  characters: readonly string[],
  at: number,
): { piece: CharacterClass; end: number } | undefined {
  const isNegated = characters[at + 1] === '!' || characters[at + 1] === '^';
  const first = at + (isNegated ? 2 : 1);
  const end = characters.indexOf(']', first + 1);
  if (end < 0) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let i = first; i < end; i++) {
    const from = characters[i] ?? '';
    const isRange = characters[i + 1] === '-' && i + 2 < end;
    ranges.push([from, isRange ? (characters[i + 2] ?? from) : from]);
    if (isRange) i += 2;
  }
  return { piece: { kind: 'class', isNegated, ranges }, end };
}

/** Whether the glob of a path matches `names`, each given as its characters. */
export function matchSegments(segments: readonly Segment[], names: readonly ArrayLike<string>[]): boolean {
  return matchAll(segments, names, {
    isWild: (segment) => segment === 'deep',
    isMatch: (segment, name) => segment !== 'deep' && matchAll(segment, name, ofName),
  });
}

const ofName = {
  isWild: isRun,
  isMatch: (piece: Piece, sign: string): boolean => {
    if (typeof piece === 'string') return piece === sign;
    if (piece.kind !== 'class') return piece.kind === 'any';
    return piece.ranges.some(([from, to]) => from <= sign && sign <= to) !== piece.isNegated;
  },
};

function isRun(piece: Piece | undefined): boolean {
  return typeof piece === 'object' && piece.kind === 'run';
}

/** Both levels use the same algorithm: a part matches one item, a wildcard any number. */
function matchAll<Part, Item>(
  parts: readonly Part[],
  items: ArrayLike<Item>,
  { isWild, isMatch }: { isWild(part: Part): boolean; isMatch(part: Part, item: Item): boolean },
): boolean {
  let part = 0;
  let item = 0;
  let wildPart = -1;
  let wildItem = 0;
  while (item < items.length) {
    const currentPart = parts[part];
    const currentItem = items[item];
    if (currentPart !== undefined && isWild(currentPart)) {
      wildPart = part;
      wildItem = item;
      part += 1;
    } else if (currentPart !== undefined && currentItem !== undefined && isMatch(currentPart, currentItem)) {
      part += 1;
      item += 1;
    } else if (wildPart >= 0) {
      part = wildPart + 1;
      wildItem += 1;
      item = wildItem;
    } else return false;
  }
  return parts.slice(part).every(isWild);
}
