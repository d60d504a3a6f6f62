// The page numbers of a screen.

/** One page ("2"), or the pages side by side ("2–3"). */
export function toPageRange(pages: readonly number[]): string {
  const [first = 1] = pages;
  const last = pages.at(-1) ?? first;
  return last === first ? String(first) : `${first}–${last}`;
}
