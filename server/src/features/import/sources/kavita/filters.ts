// Converts Kavita smart filters: nested query strings with numeric field and comparison codes. Filters without an exact
// equivalent are not converted.
import { type TheirPreset, toFlag, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { statuses } from './metadata.ts';

/** Names by id, for the entities that filters refer to. */
type Names = Readonly<Record<'genre' | 'tag' | 'person', ReadonlyMap<string, string>>>;

export function readFilters(database: GivenDatabase): TheirPreset[] {
  const namesOf = (table: string, column: string) =>
    new Map(database.read(table, ['Id', column]).map((row) => [toText(row.Id), toText(row[column])]));
  const names: Names = {
    genre: namesOf('Genre', 'Title'),
    tag: namesOf('Tag', 'Title'),
    person: namesOf('Person', 'Name'),
  };
  const pinned = new Set(
    ['AppUserDashboardStream', 'AppUserSideNavStream'].flatMap((table) =>
      database
        .read(table, ['SmartFilterId', 'Visible'])
        .filter((row) => toFlag(row.Visible))
        .map((row) => toText(row.SmartFilterId)),
    ),
  );
  const columns = ['Id', 'AppUserId', 'Name', 'Filter', 'EntityType'];
  return database.read('AppUserSmartFilter', columns).map((row) => {
    const isOfSeries = row.EntityType === undefined || row.EntityType === 0;
    return {
      userId: toText(row.AppUserId),
      name: toText(row.Name),
      scope: 'list',
      target: 'series',
      libraryId: undefined,
      ...(isOfSeries ? readFilter(toText(row.Filter), names) : { condition: undefined, sort: null }),
      query: null,
      pinned: pinned.has(toText(row.Id)),
    };
  });
}

/** The condition is undefined if the filter cannot be converted. */
function readFilter(filter: string, names: Names): Pick<TheirPreset, 'condition' | 'sort'> {
  const parts = readPairs(filter, '&');
  const statements = decode(parts.get('stmts') ?? '')
    .split('\uFFFD')
    .filter((one) => one !== '');
  const conditions = statements.map((statement) => {
    const pairs = readPairs(decode(statement), '¦');
    const value = decode(pairs.get('value') ?? '');
    return toCondition(
      { field: Number(pairs.get('field')), comparison: Number(pairs.get('comparison')), value },
      names,
    );
  });
  const isAll = parts.get('combination') !== '0';
  const condition = conditions.includes(undefined) ? undefined : { [isAll ? 'allOf' : 'anyOf']: conditions };
  return { condition, sort: readSort(decode(parts.get('sortOptions') ?? '')) };
}

function readPairs(text: string, separator: string): Map<string, string> {
  return new Map(
    text.split(separator).map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const sortFields: Readonly<Record<string, string>> = {
  1: 'name',
  2: 'dateAdded',
  3: 'dateUpdated',
  4: 'dateUpdated',
  6: 'year',
  9: 'random',
  10: 'userRating',
  11: 'unreadCount',
};

function readSort(text: string): string | null {
  const pairs = readPairs(decode(text), '¦');
  const field = sortFields[pairs.get('sortField') ?? ''];
  if (field === undefined) return null;
  return `${field},${pairs.get('isAscending')?.toLowerCase() === 'false' ? 'desc' : 'asc'}`;
}

interface Statement {
  field: number;
  comparison: number;
  value: string;
}

const textOperators: Readonly<Record<number, string>> = {
  0: 'is',
  7: 'contains',
  8: 'doesNotContain',
  9: 'isNot',
  10: 'beginsWith',
  11: 'endsWith',
};
const numberOperators: Readonly<Record<number, string>> = {
  0: 'eq',
  1: 'gt',
  2: 'gte',
  3: 'lt',
  4: 'lte',
  9: 'ne',
};
const empty = 16;
const notEmpty = 17;
const mustContain = 6;

const texts: Readonly<Record<number, string>> = { 0: 'summary', 1: 'title' };
/** Fields with row ids or codes as values. */
const lists: Readonly<Record<number, [field: string, names?: keyof Names]>> = {
  2: ['status'],
  3: ['language'],
  6: ['tag', 'tag'],
  8: ['author', 'person'],
  10: ['publisher', 'person'],
  11: ['author', 'person'],
  12: ['author', 'person'],
  13: ['author', 'person'],
  14: ['author', 'person'],
  15: ['author', 'person'],
  16: ['author', 'person'],
  17: ['author', 'person'],
  18: ['genre', 'genre'],
  19: ['libraryId'],
  29: ['imprint', 'person'],
};

function toCondition(statement: Statement, names: Names): unknown {
  const { field, comparison, value } = statement;
  const text = texts[field];
  if (text !== undefined) return compareText(text, statement);
  const list = lists[field];
  if (list !== undefined) return toList(list, statement, names);
  switch (field) {
    case 5:
      // Kavita ratings are 0 to 5 stars.
      return compareNumber(statement, 'userRating', 20);
    case 20:
      return toReadStatus(statement);
    case 22:
      return compareNumber(statement, 'year', 1);
    case 26:
      return {
        wantToRead: {
          operator: (value.toLowerCase() === 'true') === (comparison !== 9) ? 'isTrue' : 'isFalse',
        },
      };
    default:
      return undefined;
  }
}

function compareText(field: string, { comparison, value }: Statement): unknown {
  if (comparison === empty || comparison === notEmpty)
    return { [field]: { operator: comparison === empty ? 'isNull' : 'isNotNull' } };
  const operator = textOperators[comparison];
  return operator === undefined ? undefined : { [field]: { operator, value } };
}

function compareNumber({ comparison, value }: Statement, field: string, factor: number): unknown {
  const operator = numberOperators[comparison];
  const number = Number(value);
  return operator === undefined || value === '' || !Number.isFinite(number)
    ? undefined
    : { [field]: { operator, value: number * factor } };
}

function toList(
  [field, table]: [string, (keyof Names)?],
  { comparison, value }: Statement,
  names: Names,
): unknown {
  if (comparison === empty || comparison === notEmpty)
    return { [field]: { operator: comparison === empty ? 'isNull' : 'isNotNull' } };
  const ids = value.split(',').map((one) => one.trim());
  const values = ids.flatMap(
    (id) => (table ? names[table].get(id) : field === 'status' ? statuses[Number(id)] : id) ?? [],
  );
  if (values.length < ids.length) return undefined;
  if (comparison === mustContain)
    return { allOf: values.map((one) => ({ [field]: { operator: 'is', value: one } })) };
  if (comparison === 0 || comparison === 5) return { [field]: { operator: 'in', values } };
  return comparison === 8 || comparison === 9 ? { [field]: { operator: 'notIn', values } } : undefined;
}

/** Kavita filters by the percentage read. Only read, started and unread can be converted. */
function toReadStatus({ comparison, value }: Statement): unknown {
  const status = (operator: string, is: string) => ({ readStatus: { operator, value: is } });
  if (value === '100') {
    if (comparison === 0 || comparison === 2) return status('is', 'read');
    return comparison === 3 || comparison === 9 ? status('isNot', 'read') : undefined;
  }
  if (value !== '0') return undefined;
  if (comparison === 0 || comparison === 4) return status('is', 'unread');
  return comparison === 1 || comparison === 9 ? status('isNot', 'unread') : undefined;
}
