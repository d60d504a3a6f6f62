// The fields of books (contract section 6) as columns and subselects over `book`.
import type { BookConditionField } from '@lectern/contract/condition-fields';
import type { Comparison } from '@lectern/contract/conditions';
import { sql } from 'kysely';
import { compareDate, compareId, compareNumber, compareText, not, type Sql, toIds } from './comparisons.ts';
import type { ConditionContext } from './compile.ts';
import { compareFlag, compareMany, comparePath, compareTerms, isWanted } from './shared-fields.ts';

const ofMetadata = (column: string): Sql =>
  sql`(select m.${sql.ref(column)} from "bookMetadata" m where m."bookId" = book.id)`;
const ofSeries = (value: Sql): Sql => sql`(select ${value} from series where series.id = book."seriesId")`;
const ofProgress = (value: Sql, { viewer }: ConditionContext): Sql =>
  sql`(select ${value} from "readProgress" p where p."userId" = ${viewer.userId} and p."bookId" = book.id)`;

const texts: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  title: () => sql`book."titleFolded"`,
  titleSort: () => sql`book."titleSortFolded"`,
  summary: () => ofMetadata('summaryFolded'),
  series: () => ofSeries(sql`series."titleFolded"`),
  bookType: () => ofMetadata('bookType'),
  format: () => sql`book."fileFormat"`,
  readStatus: (context) =>
    sql`coalesce(${ofProgress(sql`case p.completed when 1 then 'read' else 'in_progress' end`, context)}, 'unread')`,
  readingDirection: () => sql`coalesce(${ofSeries(sql`series."readingDirection"`)},
    (select "defaultReadingDirection" from library where library.id = book."libraryId"))`,
};
const terms = new Set(['genre', 'tag', 'author', 'publisher', 'imprint', 'language', 'isbn']);

const numbers: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  // The number as it counts, 10.5 too; 1e300 stands for none, as of an annual, which is numbered all the same.
  number: () => sql`coalesce(nullif(book."sortNumber", 1e300), book.number)`,
  volume: () => sql`book.volume`,
  chapter: () => sql`book.chapter`,
  pageCount: () => sql`book."pageCount"`,
  fileSize: () => sql`book."fileSize"`,
  year: () => ofMetadata('year'),
  ageRating: () => ofMetadata('ageRating'),
};

const dates: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  dateAdded: () => sql`book."createdAt"`,
  dateUpdated: () => sql`book."updatedAt"`,
  releaseDate: () => sql`book."releasedAt"`,
  lastRead: (context) => ofProgress(sql`p."updatedAt"`, context),
};

const flags: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  hasError: () => sql`exists (select 1 from "bookError" e where e."bookId" = book.id)`,
  analyzed: () => sql`book.analyzed = 1`,
  deleted: () => sql`book."deletedAt" is not null`,
  inReadList: () => sql`exists (select 1 from "readListBook" l where l."bookId" = book.id)`,
  wantToRead: (context) => isWanted('book', context),
  inProgress: (context) => sql`coalesce(${ofProgress(sql`p.completed`, context)}, 1) = 0`,
};

function compareReadList(comparison: Comparison): Sql {
  const ids = toIds(comparison.operand);
  const isIn =
    ids.length === 0
      ? sql`1 = 0`
      : sql`book.id in (select l."bookId" from "readListBook" l where l."readListId" in (${sql.join(ids)}))`;
  return comparison.operator === 'is' || comparison.operator === 'in' ? isIn : not(isIn);
}

const havingError = (met: Sql): Sql => sql`book.id in (select e."bookId" from "bookError" e where ${met})`;

export function compileBookField(comparison: Comparison, context: ConditionContext): Sql {
  const field = comparison.field as BookConditionField;
  if (field === 'libraryId') return compareId(sql`book."libraryId"`, comparison);
  if (field === 'seriesId') return compareId(sql`book."seriesId"`, comparison);
  if (field === 'readListId') return compareReadList(comparison);
  if (field === 'errorType') return compareMany(havingError, sql`e."errorType"`, comparison);
  if (field === 'path') return comparePath('book', comparison, context);
  if (terms.has(field)) return compareTerms('book', field, comparison);
  const [text, number, date, flag] = [texts[field], numbers[field], dates[field], flags[field]];
  if (text) return compareText(text(context), comparison);
  if (number) return compareNumber(number(context), comparison);
  if (date) return compareDate(date(context), comparison, context.nowMs);
  if (flag) return compareFlag(flag(context), comparison);
  throw new Error(`No meaning for the field ${field}`);
}
