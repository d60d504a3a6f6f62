// Filters of lists as query parameters: the values of one parameter are alternatives, and all parameters must match.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { type Query, readAuthors, readFlag, readList, readText, readWords } from '../query/values.ts';
import { allOf, anyOf, date, flag, ids, isNull, never, number, oneOf, type Target, text } from './build.ts';
import { isOneshot, ofComplete, ofMediaStatus, ofStatus, sortTitle } from './leaves.ts';

/** Undefined without a filter. */
export function readFilters(target: Target, query: Query): Condition | undefined {
  return allOf([
    ofIds(query, 'library_id', 'libraryId'),
    ofWords(query, 'genre', 'genre'),
    ofWords(query, 'tag', 'tag'),
    ofWords(query, 'publisher', 'publisher'),
    ofWords(query, 'language', 'language'),
    ofAgeRatings(query),
    ofYears(query),
    anyOf(readAuthors(query).map(({ name }) => text('author', 'is', name))),
    ofReadStatus(query),
    ofFlag(query, 'deleted', flag('deleted', true), flag('deleted', false)),
    ...(target === 'series' ? seriesFilters(query) : bookFilters(query)),
  ]);
}

const seriesFilters = (query: Query): (Condition | undefined)[] => [
  ofIds(query, 'collection_id', 'collectionId'),
  ofWords(query, 'sharing_label', 'sharingTag'),
  anyOf(readList(query, 'status').map(ofStatus)),
  ofFlag(query, 'complete', ofComplete(true), ofComplete(false)),
  ofFlag(query, 'oneshot', isOneshot('series'), flag('oneshot', false)),
  ofPattern(query),
];

const bookFilters = (query: Query): (Condition | undefined)[] => [
  ofIds(query, 'read_list_id', 'readListId'),
  anyOf(readList(query, 'media_status').map(ofMediaStatus)),
  ofReleasedAfter(query),
];

function ofIds(query: Query, name: string, field: string): Condition | undefined {
  const values = readList(query, name);
  return values.length === 0 ? undefined : ids(field, values);
}

function ofWords(query: Query, name: string, field: string): Condition | undefined {
  const values = readWords(query, name);
  return values.length === 0 ? undefined : oneOf(field, values.slice(0, 500));
}

function ofFlag(query: Query, name: string, met: Condition, unmet: Condition): Condition | undefined {
  const wanted = readFlag(query, name);
  return wanted === undefined ? undefined : wanted ? met : unmet;
}

function ofReadStatus(query: Query): Condition | undefined {
  const values = readList(query, 'read_status').map((status) => status.toLowerCase());
  return values.length === 0 ? undefined : oneOf('readStatus', values);
}

const ofAgeRatings = (query: Query): Condition | undefined =>
  anyOf(
    readList(query, 'age_rating').map((age) => {
      if (age.toLowerCase() === 'none') return isNull('ageRating', 'number');
      return /^\d{1,3}$/.test(age) ? number('ageRating', 'eq', Number(age)) : never;
    }),
  );

const ofYears = (query: Query): Condition | undefined =>
  anyOf(
    readList(query, 'release_year').map((year) =>
      /^\d{4}$/.test(year) ? number('year', 'eq', Number(year)) : never,
    ),
  );

function ofReleasedAfter(query: Query): Condition | undefined {
  const day = readText(query, 'released_after');
  return day === undefined ? undefined : (date('releaseDate', 'after', day) ?? never);
}

/** `search_regex=^a,TITLE_SORT`: supports plain text with optional anchors. */
function ofPattern(query: Query): Condition | undefined {
  const given = readText(query, 'search_regex');
  if (given === undefined) return undefined;
  const at = given.lastIndexOf(',');
  const [pattern, field] = at < 0 ? [given, 'TITLE'] : [given.slice(0, at), given.slice(at + 1)];
  const [, start, plain = '', end] = /^(\^?)([^\\^$.|?*+()[\]{}]*)(\$?)$/.exec(pattern) ?? [];
  if (plain === '') return pattern === '' ? undefined : never;
  const operator = start && end ? 'is' : start ? 'beginsWith' : end ? 'endsWith' : 'contains';
  return field.trim().toUpperCase() === 'TITLE_SORT'
    ? sortTitle(operator, plain)
    : text('title', operator, plain);
}
