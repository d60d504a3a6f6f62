// The role and the libraries that the configuration assigns to a provider's groups.
import { type Role, roles } from '@lectern/contract/values';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import { forbidden, reason } from '#infrastructure/errors.ts';

type Mapping = Pick<OidcProvider, 'groupRoles' | 'groupLibraries'>;
type Groups = ReadonlySet<string>;

/**
 * Returns the highest role of the groups, reader if none has a role; undefined if no roles are configured for groups.
 */
export function findRole({ groupRoles }: Mapping, groups: Groups): Role | undefined {
  const mapped = Object.entries(groupRoles);
  if (mapped.length === 0) return undefined;
  const given = mapped.filter(([group]) => groups.has(group)).map(([, role]) => role);
  return roles.findLast((role) => given.includes(role)) ?? 'reader';
}

/** Returns whether libraries are assigned by groups. */
export const limitsLibraries = ({ groupLibraries }: Mapping): boolean =>
  Object.keys(groupLibraries).length > 0;

/**
 * Returns the ids of the libraries that the groups grant, in the order of `libraries`. An empty list means all. Throws
 * `forbidden` if the groups grant none, because an empty list would show everything.
 */
export function findLibraries(
  { groupLibraries }: Mapping,
  groups: Groups,
  libraries: readonly { id: string; name: string }[],
): string[] {
  const wanted = new Set(
    Object.entries(groupLibraries).flatMap(([group, names]) => (groups.has(group) ? names : [])),
  );
  if (wanted.has('*')) return [];
  const given = libraries.filter(({ id, name }) => wanted.has(id) || wanted.has(name)).map(({ id }) => id);
  if (given.length === 0) throw forbidden(reason('groups_without_library'));
  return given;
}
