// Determines the skipped pages: credit pages that the user did not request. Uses no browser API.

interface Skippable {
  pageNumber: number;
  /** Missing in page lists downloaded by an older version. */
  skipped?: boolean;
}

/** The shown pages, or all pages if none would remain. */
export function toShownPages<P extends Skippable>(
  pages: readonly P[],
  { isSkipping, asked }: { isSkipping: boolean; asked: ReadonlySet<number> },
): readonly P[] {
  if (!isSkipping || !pages.some(({ skipped }) => skipped)) return pages;
  const shown = pages.filter(({ pageNumber, skipped }) => !skipped || asked.has(pageNumber));
  return shown.length === 0 ? pages : shown;
}

/** The page if it is shown, otherwise the next shown page, or the last. */
export const toShownPage = (shown: readonly Skippable[], page: number): number =>
  (shown.find(({ pageNumber }) => pageNumber >= page) ?? shown.at(-1))?.pageNumber ?? page;
