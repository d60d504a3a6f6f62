// Whether a write says anything new: one that does not is no change, so that nobody is told of it and no time moves.
import { isDeepStrictEqual } from 'node:util';
import { newId } from './ids.ts';

/** Whether the row has these values already. */
export const hasAll = <Row extends object>(row: Row, change: Partial<Row>): boolean =>
  Object.entries(change).every(([name, value]) => row[name as keyof Row] === value);

/** Whether both are the same once they are written as JSON, in whatever order their properties stand. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toPlain(a), toPlain(b));

const toPlain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

interface Named {
  id: string;
}

/** The elements with ids: what came without one has that of a known element that says the same, else a new one. */
export function withIds<T extends object>(
  given: readonly (T & Partial<Record<'id', string | undefined>>)[],
  known: readonly Named[],
): (Omit<T, 'id'> & Named)[] {
  const taken = new Set(given.map(({ id }) => id));
  return given.map(({ id: own, ...rest }) => {
    const same = known.find(({ id, ...other }) => !taken.has(id) && isSameJson(other, rest));
    const id = own ?? same?.id ?? newId();
    taken.add(id);
    return { ...rest, id };
  });
}
