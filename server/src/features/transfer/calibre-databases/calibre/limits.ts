// What a search of calibre shows somebody, where it asks for nothing but tags: `tags:"=Kids"`, `not tags:adult`, several of
// them joined. Everything else of its language cannot be said here.

interface Matcher {
  isExact: boolean;
  /** Lower case. */
  text: string;
}

export interface TagSearch {
  /** What somebody sees has a tag that meets one of these; everything where there is none. */
  allow: Matcher[];
  /** And none that meets one of these. */
  deny: Matcher[];
}

const clause =
  /^\s{0,20}(?:(and|or)\s{1,20})?(not\s{1,20}|!)?tags:(?:"(=?)([^"\\=~.][^"\\]{0,200})"|(=?)([^\s"()\\=~.][^\s"()\\]{0,200}))(?=\s|$)/i;

/** Undefined for a search that asks for more than tags, or joins them in a way that has no place here. */
export function readTagSearch(search: string): TagSearch | undefined {
  const found: TagSearch = { allow: [], deny: [] };
  const joins = new Set<string>();
  for (let rest = search; rest.trim() !== ''; ) {
    const [whole, join, not, exactQuoted, quoted, exact, plain] = clause.exec(rest) ?? [];
    const text = (quoted ?? plain ?? '').toLowerCase();
    const isFirst = rest === search;
    // `tags:true` is whatever has a tag.
    if (whole === undefined || text === 'true' || text === 'false' || (isFirst && join)) return undefined;
    if (!isFirst) joins.add((join ?? 'and').toLowerCase());
    const matcher = { isExact: (exactQuoted ?? exact) === '=', text };
    (not ? found.deny : found.allow).push(matcher);
    rest = rest.slice(whole.length);
  }
  const isEither = joins.has('or');
  if (isEither && (joins.size > 1 || found.deny.length > 0)) return undefined;
  // Two tags at once: here one of the allowed is enough.
  if (!isEither && found.allow.length > 1) return undefined;
  return found.allow.length + found.deny.length > 0 ? found : undefined;
}

/** Of these tags those that meet it. */
export const findTags = (matchers: readonly Matcher[], tags: Iterable<string>): string[] =>
  [...tags].filter((tag) =>
    matchers.some(({ isExact, text }) =>
      isExact ? tag.toLowerCase() === text : tag.toLowerCase().includes(text),
    ),
  );
