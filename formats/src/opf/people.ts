// Maps creators and contributors of a package to people with the roles of the contract.
import type { Contributor, ContributorRole } from '../metadata.ts';
import { toDefined } from '../values/defined.ts';
import { parseRole } from '../values/role.ts';
import type { OpfPerson } from './types.ts';

// Publishers, and programs that made the file: calibre registers as book producer.
const notAuthors: ReadonlySet<string> = new Set(['pbl', 'bkp', 'mdc', 'dst']);

/** Returns creators before contributors, both in display order, with one entry for each role of a person. */
export function toAuthors(people: readonly OpfPerson[]): Contributor[] {
  const ordered = people.toSorted((a, b) =>
    a.kind === b.kind ? bySequence(a, b) : a.kind === 'creator' ? -1 : 1,
  );
  const seen = new Set<string>();
  return ordered.flatMap((person) =>
    toRoles(person).flatMap((role) => {
      const key = `${role} ${person.name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [toDefined<Contributor>({ name: person.name, role, sortName: person.sortName })];
    }),
  );
}

/** A creator without a role is an author. An unknown role becomes contributor. */
function toRoles({ kind, roles }: OpfPerson): ContributorRole[] {
  if (roles.length === 0) return [kind === 'creator' ? 'author' : 'contributor'];
  const known = new Set(roles.flatMap((role) => parseRole(role) ?? []));
  if (known.size > 0) return [...known];
  return roles.some((role) => notAuthors.has(role)) ? [] : ['contributor'];
}

/** Orders by EPUB 3 display-seq. People without it follow in document order. */
export function bySequence(a: { sequence?: number }, b: { sequence?: number }): number {
  return (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER);
}
