// Converts calibre search restrictions that only use tags, such as `tags:"=Kids"` or `not tags:adult`, also combined.
// Other searches cannot be converted.

interface Matcher {
  isExact: boolean;
  /** Lower case. */
  text: string;
}

export interface TagSearch {
  /** The book must have a tag that matches one of these. No restriction if empty. */
  allow: Matcher[];
  /** The book must not have a tag that matches one of these. */
  deny: Matcher[];
}

const clause =
  /^\s{0,20}(?:(and|or)\s{1,20})?(not\s{1,20}|!)?tags:(?:"(=?)([^"\\=~.][^"\\]{0,200})"|(=?)([^\s"()\\=~.][^\s"()\\]{0,200}))(?=\s|$)/i;

/** Returns undefined for searches with other fields or an unsupported combination of tags. */
export function readTagSearch(search: string): TagSearch | undefined {
  const found: TagSearch = { allow: [], deny: [] };
  const joins = new Set<string>();
  for (let rest = search; rest.trim() !== ''; ) {
    const [whole, join, not, exactQuoted, quoted, exact, plain] = clause.exec(rest) ?? [];
    const text = (quoted ?? plain ?? '').toLowerCase();
    const isFirst = rest === search;
    // `tags:true` matches every book with a tag.
    if (whole === undefined || text === 'true' || text === 'false' || (isFirst && join)) return undefined;
    if (!isFirst) joins.add((join ?? 'and').toLowerCase());
    const matcher = { isExact: (exactQuoted ?? exact) === '=', text };
    (not ? found.deny : found.allow).push(matcher);
    rest = rest.slice(whole.length);
  }
  const isEither = joins.has('or');
  if (isEither && (joins.size > 1 || found.deny.length > 0)) return undefined;
  // Lectern cannot require two tags: one allowed tag is sufficient.
  if (!isEither && found.allow.length > 1) return undefined;
  return found.allow.length + found.deny.length > 0 ? found : undefined;
}

/** Returns the tags that match. */
export const findTags = (matchers: readonly Matcher[], tags: Iterable<string>): string[] =>
  [...tags].filter((tag) =>
    matchers.some(({ isExact, text }) =>
      isExact ? tag.toLowerCase() === text : tag.toLowerCase().includes(text),
    ),
  );
