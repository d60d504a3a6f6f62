// SQL of the series fields in conditions: columns and subselects over `series`.
import type { Comparison } from '@lectern/contract/conditions/conditions';
import { seriesTerms } from '@lectern/contract/libraries/metadata-fields';
import { sql } from 'kysely';
import { compareDate, compareId, compareNumber, compareText, either, type Sql } from './comparisons.ts';
import type { ConditionContext } from './compile.ts';
import { type IdSet, isInSet, type SetSource, setOfFlag, setOfLists, setOfMany } from './sets.ts';
import { compareFlag, comparePath, setOfTerms, setOfWanted } from './shared-fields.ts';

/** Scalar subselects instead of joins: for a join, SQLite would build a filter over the whole per-user table. */
const ofProgress = (column: string, { viewer }: ConditionContext): Sql =>
  sql`(select ${sql.ref(column)} from "seriesProgress" where "userId" = ${viewer.userId} and "seriesId" = series.id)`;
const ownRating = ({ viewer }: ConditionContext): Sql =>
  sql`(select rating from "seriesRating" where "userId" = ${viewer.userId} and "seriesId" = series.id)`;

function readStatus(context: ConditionContext): Sql {
  const read = sql`coalesce(${ofProgress('readCount', context)}, 0)`;
  const inProgress = sql`coalesce(${ofProgress('inProgressCount', context)}, 0)`;
  return sql`case when series."bookCount" > 0 and ${read} >= series."bookCount" then 'read'
    when ${read} > 0 or ${inProgress} > 0 then 'in_progress' else 'unread' end`;
}

const effectiveDirection = sql`coalesce(series."readingDirection",
  (select "defaultReadingDirection" from library where library.id = series."libraryId"))`;

const texts: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  title: () => sql`series."titleFolded"`,
  titleSort: () => sql`series."titleSortFolded"`,
  summary: () => sql`series."summaryFolded"`,
  status: () => sql`series.status`,
  readingDirection: () => effectiveDirection,
  readStatus,
};
const terms = new Set<string>([...seriesTerms, 'externalId']);

const numbers: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  year: () => sql`series.year`,
  ageRating: () => sql`series."ageRating"`,
  bookCount: () => sql`series."bookCount"`,
  unreadCount: (context) => unreadCount(context),
  userRating: ownRating,
  communityRating: () => sql`series."communityRating"`,
  totalVolumeCount: () => sql`series."totalVolumeCount"`,
  totalChapterCount: () => sql`series."totalChapterCount"`,
};

/** Number of books of the series that the viewer has not finished. */
function unreadCount(context: ConditionContext): Sql {
  const left = sql`series."bookCount" - coalesce(${ofProgress('readCount', context)}, 0)`;
  return sql`(case when ${left} > 0 then ${left} else 0 end)`;
}

const dates: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  dateAdded: () => sql`series."createdAt"`,
  dateUpdated: () => sql`series."booksUpdatedAt"`,
  releaseDate: () => sql`series."releasedAt"`,
  lastRead: (context) => ofProgress('lastReadAt', context),
};

const flags: Partial<Record<string, (context: ConditionContext) => Sql>> = {
  completion: () =>
    sql`(series."totalVolumeCount" > 0 and series."ownedVolumeCount" >= series."totalVolumeCount")`,
  /** Used only by the compatibility API, which compares the number of books with the total. */
  hasEveryBook: () => sql`series."totalVolumeCount" = series."bookCount"`,
  hasExternalId: () => sql`series."hasExternalId" = 1`,
  oneshot: () => sql`series."isOneshot" = 1`,
  hasCustomCover: () => sql`series."coverSource" = 'custom'`,
  deleted: () => sql`series."bookCount" = 0`,
};

const inCollections = (met: Sql): SetSource => ({
  column: sql`c."seriesId"`,
  rows: sql`from "collectionSeries" c where ${met}`,
});
const havingSharingTag = (met: Sql): SetSource => ({
  column: sql`link."seriesId"`,
  rows: sql`from "seriesSharingTag" link join "sharingTag" tag on tag.id = link."sharingTagId" where ${met}`,
});
const rated = ({ viewer }: ConditionContext): SetSource => ({
  column: sql`r."seriesId"`,
  rows: sql`from "seriesRating" r where r."userId" = ${viewer.userId}`,
});

/** Returns undefined for fields that are compared in the row. */
export function setOfSeriesField(comparison: Comparison, context: ConditionContext): IdSet | undefined {
  const { field } = comparison;
  if (terms.has(field)) return setOfTerms('series', field, comparison, context);
  switch (field) {
    case 'collectionId':
      return setOfLists(inCollections, sql`c."collectionId"`, comparison);
    case 'inCollection':
      return setOfFlag(inCollections(either(true)), comparison);
    case 'sharingTag':
      return setOfMany(havingSharingTag, sql`tag."nameFolded"`, comparison);
    case 'hasUserRating':
      return setOfFlag(rated(context), comparison);
    case 'wantToRead':
      return setOfWanted('series', comparison, context);
    default:
      return undefined;
  }
}

export function compileSeriesField(comparison: Comparison, context: ConditionContext): Sql {
  const { field } = comparison;
  // Used only by the compatibility API, to check whether a list contains a series.
  if (field === 'id') return compareId(sql`series.id`, comparison);
  if (field === 'libraryId') return compareId(sql`series."libraryId"`, comparison);
  if (field === 'path') return comparePath('series', comparison, context);
  const set = setOfSeriesField(comparison, context);
  if (set) return isInSet(sql`series.id`, set, context);
  const text = texts[field];
  const number = numbers[field];
  const date = dates[field];
  const flag = flags[field];
  if (text) return compareText(text(context), comparison);
  if (number) return compareNumber(number(context), comparison);
  if (date) return compareDate(date(context), comparison, context.nowMs);
  if (flag) return compareFlag(flag(context), comparison);
  throw new Error(`Unknown field ${field}`);
}
