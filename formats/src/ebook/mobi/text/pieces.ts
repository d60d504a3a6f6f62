// Splits the text of a MOBI 6 into the parts that become documents.
import { ebookLimits } from '../../limits.ts';
import { toPartNumber } from '../../part-number.ts';

/** Longer parts without page breaks are split at a paragraph. */
export const fullBytes = 250_000;

export interface Piece {
  name: string;
  start: number;
  end: number;
}

const pageBreak = /<\s*(?:mbp:)?pagebreak\b[^>]{0,200}>/gi;

/** Splits the text at page breaks, and at paragraphs of long parts. `latin` has one character per byte. */
export function cut(latin: string, folder: string): Piece[] {
  const starts = [0];
  const addUpTo = (end: number) => {
    for (let start = starts.at(-1) ?? 0; end - start > fullBytes; start = starts.at(-1) ?? 0) {
      const paragraph = latin.indexOf('<p', start + fullBytes);
      if (paragraph < 0 || paragraph >= end) break;
      starts.push(paragraph);
    }
  };
  for (const match of latin.matchAll(pageBreak)) {
    if (starts.length >= ebookLimits.maxDocuments) break;
    addUpTo(match.index);
    starts.push(match.index);
  }
  addUpTo(latin.length);
  return starts.slice(0, ebookLimits.maxDocuments).map((start, i, all) => ({
    name: `${folder}${toPartNumber(i + 1)}.xhtml`,
    start,
    end: all[i + 1] ?? latin.length,
  }));
}

/**
 * Joins blank parts with the next part, or at the end with the previous one. Some programs write a blank page before each
 * chapter, and links to the chapter lead to it.
 */
export function joinBlank(pieces: readonly Piece[], isBlank: (piece: Piece) => boolean): Piece[] {
  const joined: Piece[] = [];
  let blankStart: number | undefined;
  for (const piece of pieces) {
    const start = blankStart ?? piece.start;
    if (isBlank(piece)) {
      blankStart = start;
      continue;
    }
    joined.push({ ...piece, start });
    blankStart = undefined;
  }
  const end = pieces.at(-1)?.end ?? 0;
  const last = joined.pop();
  return last ? [...joined, { ...last, end }] : pieces.slice(0, 1).map((piece) => ({ ...piece, end }));
}
