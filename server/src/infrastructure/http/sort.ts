// Parses `sort=<field>,<asc|desc>`. Each list defines its fields.
import { invalid } from '#infrastructure/errors.ts';

export interface SortTerm<F extends string = string> {
  field: F;
  direction: 'asc' | 'desc';
}

/** Throws a 400 that names the allowed fields or directions. A field named twice counts once. */
export function parseSort<F extends string>(
  sort: string | string[] | undefined,
  allowed: readonly F[],
): SortTerm<F>[] {
  const terms: SortTerm<F>[] = [];
  for (const text of typeof sort === 'string' ? [sort] : (sort ?? [])) {
    if (text === '') continue;
    const [name = '', direction = 'asc', ...rest] = text.split(',').map((part) => part.trim());
    const field = allowed.find((candidate) => candidate === name);
    if (!field)
      throw invalid({
        path: 'query.sort',
        message: `Unknown field "${name}"; allowed: ${allowed.join(', ')}`,
      });
    if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      throw invalid({
        path: 'query.sort',
        message: `Unknown direction "${[direction, ...rest].join(',')}"; allowed: asc, desc`,
      });
    }
    if (!terms.some((term) => term.field === field)) terms.push({ field, direction });
  }
  return terms;
}
