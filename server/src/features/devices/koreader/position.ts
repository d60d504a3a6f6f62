// KOReader's notation of a position: an xpointer in reflowable text, a page number in other formats. Pure.

/**
 * Returns the zero-based spine item of `/body/DocFragment[14]/…` (one-based; without a number the only item) or, in
 * older versions, `#_doc_fragment_13_…` (zero-based).
 */
export function parseFragment(progress: string): number | undefined {
  const now = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(?:[/.]|$)/.exec(progress);
  if (now) return now[1] === undefined ? 0 : Number(now[1]) > 0 ? Number(now[1]) - 1 : undefined;
  const before = /^#_doc_fragment_(\d{1,6})_/.exec(progress)?.[1];
  return before === undefined ? undefined : Number(before);
}

/** One-based. */
export function parsePageNumber(progress: string): number | undefined {
  const number = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(progress)?.[1];
  return number === undefined || Number(number) === 0 ? undefined : Number(number);
}

/** The start of a zero-based spine item. */
export const toFragment = (index: number): string => `/body/DocFragment[${index + 1}]/body`;
