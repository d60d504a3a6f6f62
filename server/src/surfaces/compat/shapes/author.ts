// People and their roles. Clients support fewer roles than this server: others are converted to the closest one.

import type { Author as OwnAuthor } from '@lectern/contract/libraries/metadata';
import { isKeyOf, keysOf } from '@lectern/contract/records';
import { z } from 'zod';

export const authorShape = z.object({ name: z.string(), role: z.string() });
export type Author = z.infer<typeof authorShape>;

type OwnRole = OwnAuthor['role'];

const roleOf: Readonly<Record<OwnRole, string>> = {
  author: 'writer',
  co_author: 'writer',
  writer: 'writer',
  penciller: 'penciller',
  illustrator: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'cover',
  editor: 'editor',
  translator: 'translator',
  contributor: 'contributor',
};

export const roles: readonly string[] = [...new Set(Object.values(roleOf))];

export const toRole = (role: string): string => (isKeyOf(roleOf, role) ? roleOf[role] : role);

/** Native roles that are converted to this role. */
export const fromRole = (role: string): OwnRole[] =>
  keysOf(roleOf).filter((own) => roleOf[own] === role.toLowerCase());

/** The native role stored for a client's role; unknown roles become contributor. */
export const toOwnRole = (role: string): OwnRole => {
  const [known] = fromRole(role);
  return fromRole(role).find((own) => own === role.toLowerCase()) ?? known ?? 'contributor';
};

/** Each person once per role. */
export function toAuthors(authors: readonly Pick<OwnAuthor, 'name' | 'role'>[]): Author[] {
  const seen = new Map<string, Author>();
  for (const { name, role } of authors) {
    const author = { name, role: toRole(role) };
    seen.set(`${author.role}\0${name}`, author);
  }
  return [...seen.values()];
}
