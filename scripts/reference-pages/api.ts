// The tables of the API: operations, error codes, event types, and fields of conditions.
import {
  bookConditionFields,
  conditionFamilies,
  operators,
  seriesConditionFields,
} from '../../contract/src/conditions/fields.ts';
import { errorStatuses } from '../../contract/src/errors.ts';
import { nouns } from '../../contract/src/nouns.ts';
import type { Access, RouteDescription } from '../../contract/src/route.ts';
import { eventTypes } from '../../contract/src/system/event-types.ts';
import { bookSortFields, seriesSortFields } from '../../contract/src/values.ts';
import type { Blocks } from './blocks.ts';
import { toPublished } from './published-interface.ts';
import { toCode, toCodes, toTable } from './table.ts';

const toAccess = (access: Access): string => {
  if (access === 'anyone') return 'everyone';
  if (access === 'user') return 'signed-in users';
  return typeof access === 'string' ? toCode(access) : access.map(toCode).join(' or ');
};

function toOperations(): string {
  return nouns
    .map(({ tag, description, table }) => {
      const rows = Object.values<RouteDescription>(table).map(({ method, path, summary, access }) => [
        toCode(`${method} ${path}`),
        summary,
        toAccess(access),
      ]);
      return `### ${tag}\n\n${description}\n\n${toTable(['Request', 'Operation', 'Access'], rows)}`;
    })
    .join('\n\n');
}

function toFields(): string {
  const names = [...new Set([...Object.keys(bookConditionFields), ...Object.keys(seriesConditionFields)])];
  const rows = names.sort().map((name) => {
    const ofBook = Object.entries(bookConditionFields).find(([field]) => field === name)?.[1];
    const ofSeries = Object.entries(seriesConditionFields).find(([field]) => field === name)?.[1];
    const targets = [ofBook && 'books', ofSeries && 'series'].filter((target) => target !== undefined);
    return [toCode(name), ofBook ?? ofSeries ?? '', targets.join(', ')];
  });
  return toTable(['Field', 'Type', 'Filters'], rows);
}

export function apiBlocks(): Blocks {
  return {
    operations: toOperations(),
    published: toPublished(),
    errors: toTable(
      ['Code', 'Status'],
      Object.entries(errorStatuses).map(([code, status]) => [toCode(code), String(status)]),
    ),
    events: toCodes(eventTypes),
    fields: toFields(),
    operators: toTable(
      ['Type', 'Operators'],
      conditionFamilies.map((family) => [family, toCodes(Object.keys(operators[family]))]),
    ),
    sorts: toTable(
      ['List', 'Fields'],
      [
        ['books', toCodes(bookSortFields)],
        ['series', toCodes(seriesSortFields)],
      ],
    ),
  };
}
