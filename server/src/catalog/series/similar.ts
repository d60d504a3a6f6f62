// Series similar to one: they share people, tags and genres with it, or have many readers in common. Candidates are
// bounded, so that the cost does not depend on the size of the library.
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { Libraries } from '../libraries.ts';
import { allOf, seriesInScope, toScope } from '../visible.ts';

/** Weight and maximum number of the terms of each kind that candidates are looked up by. */
const kinds = {
  author: { weight: 6, max: 10 },
  tag: { weight: 2, max: 8 },
  genre: { weight: 2, max: 5 },
} as const;
type SharedKind = keyof typeof kinds;
const kindNames: readonly SharedKind[] = ['author', 'tag', 'genre'];
/** Roles that matter less: letterers and editors work on very different series. */
const minorRoles: readonly string[] = ['editor', 'translator', 'letterer', 'cover_artist', 'contributor'];
const minorWeight = 1;
/** Series that are read for each term, in both directions of ids. Neighbours in ids were added at about the same time. */
const maxPerTerm = 100;
/** A term of this many series has half of the weight of a unique one. */
const commonCount = 10;

/** Readers of the series that are considered, and series for each of them, latest first. */
const maxReaders = 50;
const maxPerReader = 60;
/**
 * Other readers that two series have in common before this counts. They are also at most half of the other accounts, so
 * that a household never learns what one of its members reads (docs/decisions/0017-similar-series.md).
 */
const minSharedReaders = 5;
const readersWeight = 0.3;

export interface SharedName {
  kind: SharedKind;
  name: string;
}

export interface SimilarSeries {
  id: string;
  /** The shared values, the rarest first. Empty if only readers are shared. */
  shared: SharedName[];
}

interface Term extends SharedName {
  id: string;
  weight: number;
}

interface Dependencies {
  db: Db;
  libraries: Libraries;
}

/** Returns visible series, most similar first. The series must be visible to the viewer. */
export async function findSimilarSeries(
  { db, libraries }: Dependencies,
  viewer: Viewer,
  { id, limit }: { id: string; limit: number },
): Promise<SimilarSeries[]> {
  const scope = await toScope(libraries, viewer);
  if (scope.libraryIds.length === 0) return [];
  const isVisible = allOf([sql`series."bookCount" > 0`, ...seriesInScope(scope)]);
  const terms = await readTerms(db, id);
  const [links, readers] = await Promise.all([
    readLinks(db, { id, terms, isVisible }),
    readShared(db, viewer, { id, isVisible }),
  ]);
  const counts = new Map<string, number>();
  for (const { termId } of links) counts.set(termId, (counts.get(termId) ?? 0) + 1);
  const byId = new Map(terms.map((term) => [term.id, term]));
  const found = new Map<string, { score: number; shared: { term: Term; score: number }[] }>();
  const candidateOf = (seriesId: string) => {
    const known = found.get(seriesId) ?? { score: 0, shared: [] };
    found.set(seriesId, known);
    return known;
  };
  for (const { seriesId, termId } of links) {
    const term = byId.get(termId);
    if (!term) continue;
    const score = term.weight / (commonCount + (counts.get(termId) ?? 0));
    const candidate = candidateOf(seriesId);
    candidate.score += score;
    candidate.shared.push({ term, score });
  }
  for (const { seriesId, share } of readers) candidateOf(seriesId).score += readersWeight * share;
  return [...found]
    .sort(([idA, a], [idB, b]) => b.score - a.score || (idA < idB ? -1 : 1))
    .slice(0, limit)
    .map(([seriesId, { shared }]) => ({
      id: seriesId,
      shared: shared.sort((a, b) => b.score - a.score).map(({ term: { kind, name } }) => ({ kind, name })),
    }));
}

/** The people, tags and genres of the series. Main roles come first. */
async function readTerms(db: Db, id: string): Promise<Term[]> {
  const { rows } = await sql<SharedName & { id: string; role: string }>`
    select term.id, term.kind, term.name, link.role from "seriesTerm" link join term on term.id = link."termId"
    where link."seriesId" = ${id} and term.kind in (${sql.join(kindNames)}) order by term.id`.execute(db);
  const terms = new Map<string, Term>();
  for (const { role, ...term } of rows) {
    const weight = minorRoles.includes(role) ? minorWeight : kinds[term.kind].weight;
    terms.set(term.id, { ...term, weight: Math.max(weight, terms.get(term.id)?.weight ?? 0) });
  }
  const sorted = [...terms.values()].sort((a, b) => b.weight - a.weight);
  return kindNames.flatMap((kind) => sorted.filter((term) => term.kind === kind).slice(0, kinds[kind].max));
}

interface Which {
  id: string;
  isVisible: RawBuilder<unknown>;
}

/** Visible series with the terms (index seriesTerm_term). */
async function readLinks(db: Db, { id, terms, isVisible }: Which & { terms: readonly Term[] }) {
  if (terms.length === 0) return [];
  const part = (termId: string, comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`
    select * from (select distinct "termId", "seriesId" from "seriesTerm"
      where "termId" = ${termId} and "seriesId" ${comparison} ${id}
      order by "seriesId" ${direction} limit ${maxPerTerm}) as part`;
  const parts = terms.flatMap((term) => [part(term.id, sql`>`, sql`asc`), part(term.id, sql`<`, sql`desc`)]);
  const { rows } = await sql<{ seriesId: string; termId: string }>`
    select link."seriesId", link."termId" from (${sql.join(parts, sql` union all `)}) as link
    join series on series.id = link."seriesId" where ${isVisible}
    order by link."seriesId", link."termId"`.execute(db);
  return rows;
}

/** Visible series with enough readers in common, and the share of the readers of this series. */
async function readShared(db: Db, { userId }: Viewer, { id, isVisible }: Which) {
  const others = await sql<{ count: number }>`
    select count(*) as count from "user" where id <> ${userId}`.execute(db);
  const max = Math.floor(Number(others.rows[0]?.count ?? 0) / 2);
  if (max < minSharedReaders) return [];
  const readers = await sql<{ userId: string }>`
    select own."userId" from "user" join "seriesProgress" own on own."userId" = "user".id
    where own."seriesId" = ${id} and own."userId" <> ${userId} and own."readCount" > 0
    order by own."lastReadAt" desc, own."userId" limit ${maxReaders}`.execute(db);
  if (readers.rows.length < minSharedReaders) return [];
  const parts = readers.rows.map(
    (reader) => sql`select * from (select "seriesId" from "seriesProgress"
      where "userId" = ${reader.userId} and "readCount" > 0 order by "lastReadAt" desc limit ${maxPerReader}) as part`,
  );
  const { rows } = await sql<{ seriesId: string; count: number }>`
    select own."seriesId", count(*) as count from (${sql.join(parts, sql` union all `)}) as own
    join series on series.id = own."seriesId" where own."seriesId" <> ${id} and ${isVisible}
    group by own."seriesId" having count(*) between ${minSharedReaders} and ${max}`.execute(db);
  return rows.map((row) => ({ seriesId: row.seriesId, share: Number(row.count) / readers.rows.length }));
}
