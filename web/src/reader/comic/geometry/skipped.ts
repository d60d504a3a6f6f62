// Which pages are left out: those of credits, unless somebody has asked for one of them. No browser.

interface Skippable {
  pageNumber: number;
  /** Absent in lists that were downloaded before there was such a thing. */
  skipped?: boolean;
}

/** The pages that are shown; all of them where nothing would be left. */
export function toShownPages<P extends Skippable>(
  pages: readonly P[],
  { isSkipping, asked }: { isSkipping: boolean; asked: ReadonlySet<number> },
): readonly P[] {
  if (!isSkipping || !pages.some(({ skipped }) => skipped)) return pages;
  const shown = pages.filter(({ pageNumber, skipped }) => !skipped || asked.has(pageNumber));
  return shown.length === 0 ? pages : shown;
}

/** The page itself where it is shown, else the next one that is, or the last. */
export const toShownPage = (shown: readonly Skippable[], page: number): number =>
  (shown.find(({ pageNumber }) => pageNumber >= page) ?? shown.at(-1))?.pageNumber ?? page;
