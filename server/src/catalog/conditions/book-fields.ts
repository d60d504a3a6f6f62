// SQL of the book fields in conditions: columns and subselects over `book`.
import type { Comparison } from '@lectern/contract/conditions/conditions';
import { bookTerms } from '@lectern/contract/libraries/metadata-fields';
import { readStatuses } from '@lectern/contract/values';
import { sql } from 'kysely';
import { fold } from '#infrastructure/text/fold.ts';
import {
  type Compared,
  compareDate,
  compareId,
  compareNumber,
  compareText,
  either,
  holding,
  matchText,
  meetsText,
  not,
  positiveOf,
  type Sql,
} from './comparisons.ts';
import type { ConditionContext } from './compile.ts';
import {
  type IdSet,
  isInSet,
  type SetSource,
  setOfFlag,
  setOfLists,
  setOfMany,
  setOfNumber,
} from './sets.ts';
import { compareFlag, comparePath, setOfTerms, setOfWanted } from './shared-fields.ts';

const ofMetadata = (column: string): Sql =>
  sql`(select m.${sql.ref(column)} from "bookMetadata" m where m."bookId" = book.id)`;
const ofSeries = (value: Sql): Sql => sql`(select ${value} from series where series.id = book."seriesId")`;
const ofProgress = (value: Sql, { viewer }: ConditionContext): Sql =>
  sql`(select ${value} from "readProgress" p where p."userId" = ${viewer.userId} and p."bookId" = book.id)`;

const texts: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  titleSort: () => sql`book."titleSortFolded"`,
  summary: () => ofMetadata('summaryFolded'),
  series: () => ofSeries(sql`series."titleFolded"`),
  format: () => sql`book."fileFormat"`,
  readingDirection: () => sql`coalesce(${ofSeries(sql`series."readingDirection"`)},
    (select "defaultReadingDirection" from library where library.id = book."libraryId"))`,
};
const terms = new Set<string>([...bookTerms, 'externalId']);

const numbers: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  // The effective number, including fractions such as 10.5. 1e300 means no number, for example for an annual.
  number: () => sql`coalesce(book."numberValue", book.number)`,
  volume: () => sql`book.volume`,
  chapter: () => sql`book.chapter`,
  pageCount: () => sql`book."pageCount"`,
  fileSize: () => sql`book."fileSize"`,
  year: () => sql`book.year`,
};

const dates: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  dateAdded: () => sql`book."createdAt"`,
  dateUpdated: () => sql`book."updatedAt"`,
  releaseDate: () => sql`book."releasedAt"`,
  lastRead: (context) => ofProgress(sql`p."updatedAt"`, context),
};

const flags: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  analyzed: () => sql`book.analyzed = 1`,
  deleted: () => sql`book."deletedAt" is not null`,
};

const withProgress = (met: Sql, { viewer }: ConditionContext): SetSource => ({
  column: sql`p."bookId"`,
  rows: sql`from "readProgress" p where p."userId" = ${viewer.userId} and ${met}`,
});

function setOfReadStatus(comparison: Comparison, context: ConditionContext): IdSet {
  const wanted = new Set<string>(readStatuses.filter((status) => meetsText(status, comparison)));
  const negated = wanted.has('unread');
  const counts = (status: string) => wanted.has(status) !== negated;
  const flags = [counts('in_progress') ? 0 : undefined, counts('read') ? 1 : undefined];
  const met = flags.filter((flag) => flag !== undefined);
  const hasStatus = met.length === 0 ? either(false) : sql`p.completed in (${sql.join(met)})`;
  return { source: withProgress(hasStatus, context), negated };
}

const havingError = (met: Sql): SetSource => ({
  column: sql`e."bookId"`,
  rows: sql`from "bookError" e where ${met}`,
});
const havingReadList = (met: Sql): SetSource => ({
  column: sql`l."bookId"`,
  rows: sql`from "readListBook" l where ${met}`,
});
const havingMetadata = (met: Sql): SetSource => ({
  column: sql`m."bookId"`,
  rows: sql`from "bookMetadata" m where ${met}`,
});

/** Returns undefined for fields that are compared in the row. */
export function setOfBookField(comparison: Comparison, context: ConditionContext): IdSet | undefined {
  const { field } = comparison;
  if (terms.has(field)) return setOfTerms('book', field, comparison, context);
  switch (field) {
    case 'readStatus':
      return setOfReadStatus(comparison, context);
    case 'inProgress':
      return setOfFlag(withProgress(sql`p.completed = 0`, context), comparison);
    case 'errorType':
      return setOfMany(havingError, sql`e."errorType"`, comparison);
    case 'hasError':
      return setOfFlag(havingError(either(true)), comparison);
    case 'readListId':
      return setOfLists(havingReadList, sql`l."readListId"`, comparison);
    case 'inReadList':
      return setOfFlag(havingReadList(either(true)), comparison);
    case 'wantToRead':
      return setOfWanted('book', comparison, context);
    case 'ageRating':
      return setOfNumber((toMet) => havingMetadata(toMet(sql`m."ageRating"`)), comparison);
    case 'bookType':
      return setOfMany(havingMetadata, sql`m."bookType"`, comparison);
    default:
      return undefined;
  }
}

/** When gathering, the letter index finds the rows. When walking, each row is compared. */
function compareTitle(compared: Compared, { path, mayHold }: ConditionContext): Sql {
  const { operator, operand } = compared;
  const title = sql`book."titleFolded"`;
  const positive = positiveOf(operator) ?? operator;
  const text = holding.has(positive) && operand.form === 'text' ? fold(operand.value) : '';
  const candidates = path !== 'walk' && text !== '' ? mayHold(text) : undefined;
  if (!candidates) return compareText(title, compared);
  const met = sql`(${candidates} and ${matchText(title, positive, operand)})`;
  return positive === operator ? met : not(met);
}

export function compileBookField(comparison: Comparison, context: ConditionContext): Sql {
  const { field } = comparison;
  // Used only by the compatibility API, to check whether a list contains a book.
  if (field === 'id') return compareId(sql`book.id`, comparison);
  if (field === 'libraryId') return compareId(sql`book."libraryId"`, comparison);
  if (field === 'seriesId') return compareId(sql`book."seriesId"`, comparison);
  if (field === 'path') return comparePath('book', comparison, context);
  if (field === 'title') return compareTitle(comparison, context);
  const text = texts[field];
  const number = numbers[field];
  const date = dates[field];
  const flag = flags[field];
  if (number) return compareNumber(number(context), comparison);
  const set = setOfBookField(comparison, context);
  if (set) return isInSet(sql`book.id`, set, context);
  if (text) return compareText(text(context), comparison);
  if (date) return compareDate(date(context), comparison, context.nowMs);
  if (flag) return compareFlag(flag(context), comparison);
  throw new Error(`Unknown field ${field}`);
}
