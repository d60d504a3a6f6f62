// Detects writes that change nothing, so that they publish no event and update no time.
import { isDeepStrictEqual } from 'node:util';
import { keysOf } from '@lectern/contract/records';
import { newId } from './ids.ts';

/** Returns whether the row already has these values. */
export const hasAll = <Row extends object>(row: Row, change: Partial<Row>): boolean =>
  keysOf(change).every((name) => row[name] === change[name]);

/** Returns whether both are equal as JSON, regardless of the order of properties. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toPlain(a), toPlain(b));

const toPlain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

interface Named {
  id: string;
}

/** Adds missing ids to elements: that of an equal known element, otherwise a new one. */
export function withIds<T extends object>(
  given: readonly (T & Partial<Record<'id', string | undefined>>)[],
  known: readonly Named[],
): (Omit<T, 'id'> & Named)[] {
  const used = new Set(given.map(({ id }) => id));
  return given.map(({ id: own, ...rest }) => {
    const same = known.find(({ id, ...other }) => !used.has(id) && isSameJson(other, rest));
    const id = own ?? same?.id ?? newId();
    used.add(id);
    return { ...rest, id };
  });
}
