// KOReader's notation of a position: an xpointer in a reflowable text, the number of a page in other formats. Pure.

/**
 * The item of the spine, counted from 0, of `/body/DocFragment[14]/…` (from 1; without a number there is but one) or,
 * of older versions, `#_doc_fragment_13_…` (from 0).
 */
export function parseFragment(progress: string): number | undefined {
  const now = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(?:[/.]|$)/.exec(progress);
  if (now) return now[1] === undefined ? 0 : Number(now[1]) > 0 ? Number(now[1]) - 1 : undefined;
  const before = /^#_doc_fragment_(\d{1,6})_/.exec(progress)?.[1];
  return before === undefined ? undefined : Number(before);
}

/** From 1. */
export function parsePageNumber(progress: string): number | undefined {
  const number = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(progress)?.[1];
  return number === undefined || Number(number) === 0 ? undefined : Number(number);
}

/** The beginning of an item of the spine, counted from 0. */
export const toFragment = (index: number): string => `/body/DocFragment[${index + 1}]/body`;
