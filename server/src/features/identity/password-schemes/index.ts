// Password hashes that accounts have brought from other programs. They are stored with the name of their scheme in front,
// `{bcrypt}$2a$10$…`, checked at the first sign-in, and then replaced by one of ours.
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
  /** How a hash of another program is stored; undefined for one that cannot be checked. */
  toStored(scheme: SchemeName, hash: string): string | undefined;
  /** Whether a stored hash is one of another program. */
  isForeign(stored: string): boolean;
  /** What a check of a stored hash costs, as a text; undefined for one that cannot be checked. */
  findCost(stored: string): string | undefined;
  /** False for what cannot be checked. */
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
