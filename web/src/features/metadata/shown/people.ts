// People by role. Uses no browser API.
import type { Author } from '@lectern/contract/libraries/metadata';

export interface Role {
  role: Author['role'];
  names: string[];
}

/** Roles in order of their first occurrence. Each name occurs once per role. */
export function toRoles(authors: readonly Author[]): Role[] {
  const roles = new Map<Author['role'], string[]>();
  for (const { role, name } of authors) {
    const names = roles.get(role) ?? [];
    if (!names.includes(name)) names.push(name);
    roles.set(role, names);
  }
  return [...roles].map(([role, names]) => ({ role, names }));
}
