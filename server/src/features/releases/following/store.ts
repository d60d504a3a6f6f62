// SQL of followed series, and of the data sent to release sources. Read-only.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';

/**
 * Pairs of user and series. An explicit choice wins; otherwise started and wanted series are followed, unless the user
 * turned that off.
 */
const followed = (userId?: string): RawBuilder<unknown> => {
  const of = (column: RawBuilder<unknown>) =>
    userId === undefined ? sql`1 = 1` : sql`${column} = ${userId}`;
  const isAutomatic = (user: RawBuilder<unknown>, series: RawBuilder<unknown>) => sql`
    not exists (select 1 from "releaseChoice" c where c."userId" = ${user} and c."isAutomatic" = 0)
    and not exists (select 1 from "releaseFollow" f
      where f."userId" = ${user} and f."seriesId" = ${series} and f."isFollowed" = 0)`;
  return sql`(
    select chosen."userId", chosen."seriesId" from "releaseFollow" chosen
      where chosen."isFollowed" = 1 and ${of(sql`chosen."userId"`)}
    union select begun."userId", begun."seriesId" from "seriesProgress" begun
      where ${of(sql`begun."userId"`)} and ${isAutomatic(sql`begun."userId"`, sql`begun."seriesId"`)}
    union select wanted."userId", wanted."entityId" from "wantToRead" wanted
      where wanted."entityType" = 'series' and ${of(sql`wanted."userId"`)}
        and ${isAutomatic(sql`wanted."userId"`, sql`wanted."entityId"`)})`;
};

/** Subquery for the ids of series that the user follows. */
export const followedSeries = (userId: string): RawBuilder<unknown> =>
  sql`(select own."seriesId" from ${followed(userId)} own)`;

export async function isFollowed(db: Db, userId: string, seriesId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one where ${seriesId} in ${followedSeries(userId)}`.execute(db);
  return rows.length > 0;
}

export async function listFollowers(db: Db, seriesId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select everyone."userId" from ${followed()} everyone where everyone."seriesId" = ${seriesId}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Series data that a plugin needs. */
export interface Needs {
  /** Sources of external ids, without `api:`. Series without any of them are skipped. */
  sources: readonly string[];
  aliases: boolean;
  announces: { chapters: boolean; volumes: boolean };
}

export interface TrackedSeries {
  seriesId: string;
  aliases?: string[];
  externalIds?: Record<string, string>;
  latestKnownChapter?: number;
  latestKnownVolume?: number;
}

const kinds = ['api:', 'plugin:', ''];

function isTracked({ sources }: Needs): RawBuilder<unknown> {
  const base = sql`series."bookCount" > 0 and series.id in (select everyone."seriesId" from ${followed()} everyone
    join "user" on "user".id = everyone."userId" where "user"."isActive" = 1)`;
  if (sources.length === 0) return base;
  const starts = sources
    .flatMap((source) => kinds.map((kind) => fold(`${kind}${source}:`)))
    .map((prefix) => sql`substr(term."nameFolded", 1, ${prefix.length}) = ${prefix}`);
  return sql`${base} and exists (select 1 from "seriesTerm" owner join term on term.id = owner."termId"
    where owner."seriesId" = series.id and term.kind = 'externalId' and (${sql.join(starts, sql` or `)}))`;
}

export async function countTracked(db: Db, needs: Needs): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from series where ${isTracked(needs)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Highest local numbers. A file with only a number counts as both chapter and volume. */
const highestChapter = (series: RawBuilder<unknown>) => sql<number | null>`
  (select max(coalesce(b.chapter, case when b.volume is null then b.number end))
    from book b where b."seriesId" = ${series} and b."deletedAt" is null)`;
const highestVolume = (series: RawBuilder<unknown>) => sql<number | null>`
  (select max(case when b.chapter is null then coalesce(b.volume, b.number) end)
    from book b where b."seriesId" = ${series} and b."deletedAt" is null)`;

/**
 * Condition for releases whose chapter or volume is already in the library. Never true for releases without numbers.
 */
export const isOwned = (): RawBuilder<unknown> => sql`
  (coalesce(release."maxChapter", 1e9) <= coalesce(${highestChapter(sql`release."seriesId"`)}, -1)
    or coalesce(release."maxVolume", 1e9) <= coalesce(${highestVolume(sql`release."seriesId"`)}, -1))`;

interface SeriesRow {
  id: string;
  title: string;
  lists: string | null;
  chapter: number | null;
  volume: number | null;
}

/** Sorted by id. Callers request one more than the page size to detect another page. */
export async function listTracked(
  db: Db,
  needs: Needs,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrackedSeries[]> {
  const { rows } = await sql<SeriesRow>`
    select series.id, series.title, metadata.lists,
      ${highestChapter(sql`series.id`)} as chapter, ${highestVolume(sql`series.id`)} as volume
    from series left join "seriesMetadata" metadata on metadata."seriesId" = series.id
    where ${isTracked(needs)} order by series.id limit ${limit} offset ${offset}`.execute(db);
  const ids = await readExternalIds(
    db,
    rows.map(({ id }) => id),
    needs.sources,
  );
  return rows.map(({ id, title, lists, chapter, volume }) => ({
    seriesId: id,
    ...(needs.aliases && { aliases: toAliases(title, lists) }),
    ...(needs.sources.length > 0 && { externalIds: ids.get(id) ?? {} }),
    ...(needs.announces.chapters && chapter !== null && { latestKnownChapter: chapter }),
    ...(needs.announces.volumes && volume !== null && { latestKnownVolume: volume }),
  }));
}

function toAliases(title: string, lists: string | null): string[] {
  const { alternateTitles = [] }: { alternateTitles?: { title?: unknown }[] } = JSON.parse(lists ?? '{}');
  const others = alternateTitles.flatMap((one) => (typeof one.title === 'string' ? [one.title] : []));
  return [...new Set([title, ...others])];
}

/** Returns ids by series and source. Metadata ids take precedence over ids of matches. */
export async function readExternalIds(
  db: Db,
  seriesIds: readonly string[],
  sources: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const known = new Map<string, Record<string, string>>();
  if (seriesIds.length === 0 || sources.length === 0) return known;
  const { rows } = await sql<{ seriesId: string; name: string }>`
    select owner."seriesId", term.name from "seriesTerm" owner join term on term.id = owner."termId"
    where term.kind = 'externalId' and owner."seriesId" in (${sql.join(seriesIds)})
    order by term."nameFolded"`.execute(db);
  for (const { seriesId, name } of rows) {
    const [, source = '', externalId = ''] =
      /^(?:(?:api|plugin):)?([^:]{1,100}):(.{1,500})$/.exec(name) ?? [];
    const bare = source.toLowerCase();
    const own = known.get(seriesId) ?? {};
    if (sources.includes(bare) && !(bare in own)) own[bare] = externalId;
    known.set(seriesId, own);
  }
  return known;
}
