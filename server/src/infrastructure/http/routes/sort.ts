// Parses `sort=<field>,<asc|desc>`. Each list defines its fields. Names in snake case (`date_added`) are aliases.
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

/** Names of Codex's web client that are not one of our names in snake case. */
const otherNames = new Map([
  ['chapter_number', 'number'],
  ['created_at', 'dateAdded'],
  ['updated_at', 'dateUpdated'],
  ['date_read', 'lastRead'],
  ['read_date', 'lastRead'],
  ['filename', 'fileName'],
  ['rating', 'userRating'],
  ['avg_rating', 'communityRating'],
  ['external_rating', 'communityRating'],
  ['score', 'relevance'],
]);

const toFieldName = (name: string): string =>
  otherNames.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export interface SortTerm<F extends string = string> {
  field: F;
  direction: 'asc' | 'desc';
}

/** Throws a 400 with the allowed fields or directions. A repeated field counts once, with its first direction. */
export function parseSort<F extends string>(
  sort: string | string[] | undefined,
  allowed: readonly F[],
  path = 'query.sort',
): SortTerm<F>[] {
  const terms: SortTerm<F>[] = [];
  for (const text of typeof sort === 'string' ? [sort] : (sort ?? [])) {
    if (text === '') continue;
    const [name = '', direction = 'asc', ...rest] = text.split(',').map((part) => part.trim());
    const field = allowed.find((candidate) => candidate === toFieldName(name));
    if (!field)
      throw invalid(toIssue(path, reason('sort_field_unknown', { field: name, fields: allowed.join(', ') })));
    if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      const unknown = [direction, ...rest].join(',');
      throw invalid(toIssue(path, reason('sort_direction_unknown', { direction: unknown })));
    }
    if (!terms.some((term) => term.field === field)) terms.push({ field, direction });
  }
  return terms;
}
