// Parses `sort=<field>,<asc|desc>`. Each list defines its fields. Names in snake case (`date_added`) are aliases.
import { toSortField } from '@lectern/contract/conditions/fields';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

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
    const field = allowed.find((candidate) => candidate === toSortField(name));
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
