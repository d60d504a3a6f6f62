// People by role. No browser.
import type { Author } from '@lectern/contract/metadata';

export interface Role {
  role: Author['role'];
  names: string[];
}

/** Roles in the order in which they first occur, each name once per role. */
export function toRoles(authors: readonly Author[]): Role[] {
  const roles = new Map<Author['role'], string[]>();
  for (const { role, name } of authors) {
    const names = roles.get(role) ?? [];
    if (!names.includes(name)) names.push(name);
    roles.set(role, names);
  }
  return [...roles].map(([role, names]) => ({ role, names }));
}
