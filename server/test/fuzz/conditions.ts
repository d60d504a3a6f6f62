// Valid bodies with conditions of every field and operator. The JSON schemas of the routes do not describe conditions
// completely.
import { type ConditionTarget, conditionFields } from '@lectern/contract/conditions/fields';
import type { RouteDescription } from '@lectern/contract/route';
import { makeCondition, type Source } from '../conditions/random.ts';
import { someId } from '../harness/calls/good-calls.ts';
import type { Json } from './bodies.ts';
import type { Dice } from './dice.ts';

/** Values for the field families. */
const values = { id: someId, text: 'saga', number: 1, date: Date.UTC(2026, 0, 1), boolean: true } as const;

/** Returns several bodies for a route that accepts conditions, none for other routes. */
export function makeBodiesWithConditions({ method, path }: RouteDescription, dice: Dice): Json[] {
  const find = (target: ConditionTarget) => createConditions(target, dice);
  const words = ['saga', '"saga one" -two', '%_*" OR NEAR(', '\u65e5\u672c'];
  if (/\/(series|books)\/list/.test(path)) {
    return find(path.includes('series/list') ? 'series' : 'books').map((condition) => ({
      condition,
      fullTextSearch: dice.pick(words),
      includeDeleted: dice.chance(0.5),
    }));
  }
  if (method === 'GET' || method === 'DELETE') return [];
  if (/filter-presets/.test(path)) {
    const shared = { scope: 'list', query: 'saga', sort: 'title,desc', pinned: true };
    return (['series', 'books'] as const).flatMap((target) =>
      find(target).map((condition, i) => ({ ...shared, target, condition, name: `${target} ${i}` })),
    );
  }
  if (/\/collections(\/\{id\})?$/.test(path))
    return find('series').map((condition, i) => ({ name: `with condition ${i}`, condition }));
  if (/\/readlists(\/\{id\})?$/.test(path))
    return find('books').map((condition, i) => ({ name: `with condition ${i}`, condition }));
  return [];
}

function createConditions(target: ConditionTarget, dice: Dice): Json[] {
  const families = conditionFields[target];
  const item = Object.entries(families).map(([field, family]) => [field, values[family]] as const);
  const source: Source = {
    items: [{ id: someId, values: Object.fromEntries(item) }],
    families,
    random: () => dice.below(1_000_000) / 1_000_000,
    nowMs: values.date,
  };
  return Array.from({ length: 20 }, (_, i) => makeCondition(source, 1 + (i % 3)) as Json);
}
