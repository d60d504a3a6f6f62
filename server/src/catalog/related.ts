// The page of a name: a person, genre, tag, publisher or story arc, and the names that occur with it most often.
import { type NameKind, nameKinds } from '@lectern/contract/libraries/name-kinds';
import type { authorRoles } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { Libraries } from './libraries.ts';
import { allOf, type Scope, seriesInScope, toScope } from './visible.ts';

/** Series or books of the name that are read, latest first. */
const maxSample = 300;
/** Related names of each kind. */
const maxNames = 8;

export interface RelatedNames {
  /** The stored spelling. */
  name: string;
  /** Roles of a person. Empty for other kinds. */
  roles: Role[];
  related: Record<NameKind, string[]>;
}

type Role = (typeof authorRoles)[number];

interface Term {
  id: string;
  name: string;
}

/** Tables that link terms. Only books have story arcs. */
const links = {
  series: {
    table: sql`"seriesTerm"`,
    id: sql`link."seriesId"`,
    row: sql`join series on series.id = link."seriesId"`,
    isLive: sql`series."bookCount" > 0`,
  },
  book: {
    table: sql`"bookTerm"`,
    id: sql`link."bookId"`,
    row: sql`join book on book.id = link."bookId" join series on series.id = book."seriesId"`,
    isLive: sql`book."deletedAt" is null`,
  },
} as const;
type Owner = keyof typeof links;

const ownerOf = (kind: NameKind): Owner => (kind === 'storyArc' ? 'book' : 'series');

/** Undefined if the viewer sees nothing with the name. */
export async function findRelated(
  { db, libraries }: { db: Db; libraries: Libraries },
  viewer: Viewer,
  { kind, name }: { kind: NameKind; name: string },
): Promise<RelatedNames | undefined> {
  const scope = await toScope(libraries, viewer);
  if (scope.libraryIds.length === 0) return undefined;
  const { rows } = await sql<Term>`
    select id, name from term where kind = ${kind} and "nameFolded" = ${fold(name)}`.execute(db);
  const [term] = rows;
  if (!term) return undefined;
  const own = ownerOf(kind);
  const roles = await listRoles(db, own, sampleOf(own, term.id, scope), term.id);
  if (roles === undefined) return undefined;
  const related: RelatedNames['related'] = { author: [], genre: [], tag: [], publisher: [], storyArc: [] };
  for (const owner of new Set<Owner>([own, 'book'])) {
    const wanted = nameKinds.filter((one) => (own === 'book' ? 'book' : ownerOf(one)) === owner);
    const found = await listNames(db, owner, {
      sample: sampleOf(owner, term.id, scope),
      term,
      kinds: wanted,
    });
    for (const row of found) related[row.kind].push(row.name);
  }
  return { name: term.name, roles, related };
}

/** Ids of visible series or books with the term (indexes seriesTerm_term and bookTerm_term). */
function sampleOf(owner: Owner, termId: string, scope: Scope): RawBuilder<unknown> {
  const { table, id, row, isLive } = links[owner];
  return sql`select distinct ${id} as id from ${table} link ${row}
    where link."termId" = ${termId} and ${allOf([isLive, ...seriesInScope(scope)])}
    order by id desc limit ${maxSample}`;
}

/** Undefined if the sample is empty. */
async function listRoles(db: Db, owner: Owner, sample: RawBuilder<unknown>, termId: string) {
  const { table, id } = links[owner];
  const { rows } = await sql<{ role: Role | '' }>`
    select link.role from (${sample}) as sample
    join ${table} link on ${id} = sample.id and link."termId" = ${termId}
    group by link.role order by count(*) desc, link.role`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ role }) => (role === '' ? [] : [role]));
}

interface Names {
  sample: RawBuilder<unknown>;
  term: Term;
  kinds: readonly NameKind[];
}

/** The most frequent other names of these kinds. */
async function listNames(db: Db, owner: Owner, { sample, term, kinds }: Names) {
  const { table, id } = links[owner];
  const { rows } = await sql<{ kind: NameKind; name: string }>`
    select kind, name from (
      select term.kind, term.name, row_number() over (
        partition by term.kind order by count(distinct sample.id) desc, term."nameKey", term.id) as place
      from (${sample}) as sample join ${table} link on ${id} = sample.id join term on term.id = link."termId"
      where term.kind in (${sql.join(kinds)}) and term.id <> ${term.id}
      group by term.id, term.kind, term.name, term."nameKey") as ranked
    where place <= ${maxNames} order by kind, place`.execute(db);
  return rows;
}
