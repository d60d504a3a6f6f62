// Password hashes that were imported from other programs. They are stored with the name of their scheme as prefix,
// `{bcrypt}$2a$10$…`, verified at the first sign-in, and then replaced by one of ours.
import { keysOf } from '@lectern/contract/records';
import { argon2 } from './argon2.ts';
import { aspNet } from './asp-net.ts';
import { bcrypt } from './bcrypt.ts';
import type { Scheme } from './scheme.ts';
import { werkzeug } from './werkzeug.ts';

const schemes = { bcrypt, aspNet, argon2, werkzeug } satisfies Record<string, Scheme>;

export type SchemeName = keyof typeof schemes;
export const schemeNames = keysOf(schemes);

export interface PasswordSchemes {
  /** Returns the stored form of a hash of another program; undefined for one that cannot be verified. */
  toStored(scheme: SchemeName, hash: string): string | undefined;
  /** Returns whether a stored hash belongs to another program. */
  isForeign(stored: string): boolean;
  /** Returns the cost of verifying a stored hash as a text; undefined for one that cannot be verified. */
  findCost(stored: string): string | undefined;
  /** Returns false for a hash that cannot be verified. */
  verify(stored: string, password: string): Promise<boolean>;
}

export const passwordSchemes: PasswordSchemes = {
  toStored(scheme, hash) {
    return schemes[scheme].findCost(hash) === undefined ? undefined : `{${scheme}}${hash}`;
  },
  isForeign: (stored) => stored.startsWith('{'),
  findCost(stored) {
    const { scheme, hash } = split(stored);
    return scheme?.findCost(hash);
  },
  async verify(stored, password) {
    const { scheme, hash } = split(stored);
    return scheme?.findCost(hash) !== undefined && (await scheme.verify(hash, password));
  },
};

function split(stored: string): { scheme: Scheme | undefined; hash: string } {
  const [, name = '', hash = ''] = /^\{(\w+)\}(.*)$/s.exec(stored) ?? [];
  const scheme = Object.entries(schemes).find(([known]) => known === name)?.[1];
  return { scheme, hash };
}
