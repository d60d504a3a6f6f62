// Basic authentication (RFC 7617), for protocols whose clients support nothing else: a user name with the account's
// password, or any name with an API key as the password. Guessing is slowed down as at sign-in.
//
// A password hash takes a twentieth of a second to compute. A verified password is therefore cached by a keyed hash
// until the account's own hash changes. A cached request costs one query of the account's row.

import { createHmac, randomBytes } from 'node:crypto';
import type { Account } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { toViewer } from './authenticate.ts';
import type { AuthParts } from './parts.ts';
import type { VerifiedCaller } from './verification-cache.ts';

/** The parts of a request that are used. */
export interface BasicRequest {
  id: string;
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted when the client goes away. */
  signal(): AbortSignal;
}

/**
 * Returns undefined without Basic credentials and for wrong ones. Rejects with `rate_limit_exceeded` after too many
 * failures.
 */
export type VerifyBasic = (request: BasicRequest) => Promise<Viewer | undefined> | Viewer | undefined;

const maxCached = 10_000;

type Parts = Pick<AuthParts, 'accounts' | 'apiKeys' | 'guard' | 'memory' | 'log'>;

export function createBasic({ accounts, apiKeys, guard, memory, log }: Parts): VerifyBasic {
  /** Password hashes of accounts, by a keyed hash of the verified name and password. */
  const known = createRecent<{ userId: string; passwordHash: string }>(maxCached);
  const secret = randomBytes(32);

  async function findKnown(key: string, login: string): Promise<Account | undefined> {
    const before = known.get(key);
    const account = before && (await accounts.find(before.userId));
    if (account?.isActive !== 1 || account.passwordHash !== before?.passwordHash) return undefined;
    const isTheirs = (await accounts.findByLogin(login)).account?.id === account.id;
    return isTheirs ? account : undefined;
  }

  async function check(
    { login, password }: Credentials,
    request: BasicRequest,
  ): Promise<VerifiedCaller | undefined> {
    const key = createHmac('sha256', secret).update(`${login}\0${password}`).digest('base64url');
    const account = (await findKnown(key, login)) ?? (await checkPassword({ login, password }, request));
    if (!account) return undefined;
    if (account.passwordHash !== null)
      known.set(key, { userId: account.id, passwordHash: account.passwordHash });
    return { viewer: toViewer(account, 'password', { sessionId: null }), expiresAtMs: null };
  }

  async function checkPassword(
    { login, password }: Credentials,
    { id: requestId, ip: address, signal }: BasicRequest,
  ): Promise<Account | undefined> {
    const { account, foldedLogin } = await accounts.findByLogin(login);
    const attempt = { accountId: account?.id, login: foldedLogin, address, deviceId: undefined };
    const admitted = await guard.admit(attempt, signal());
    const isRight = await accounts.checkPassword(account, password);
    if (account && isRight && account.isActive === 1) {
      admitted.succeed();
      return account;
    }
    admitted.fail();
    log.warn({ requestId, address, userId: account?.id }, 'sign-in failed');
    return undefined;
  }

  return (request) => {
    const credentials = readBasic(request.headers.authorization);
    if (!credentials) return undefined;
    const { login, password } = credentials;
    return memory(`basic ${login}\0${password}`, () =>
      apiKeys.isKey(password) ? apiKeys.verify(password) : check(credentials, request),
    );
  };
}

interface Credentials {
  login: string;
  password: string;
}

/**
 * The name ends at the first colon (RFC 7617 §2). Decoded as UTF-8, as the challenge declares; invalid UTF-8 is decoded
 * as Latin-1.
 */
export function readBasic(header: string | string[] | undefined): Credentials | undefined {
  if (typeof header !== 'string' || header.length > 4_096) return undefined;
  const encoded = /^basic\s+([\w+/=-]+)\s*$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const utf8 = bytes.toString('utf8');
  const text = utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8;
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) return undefined;
  return { login: text.slice(0, colon), password: text.slice(colon + 1) };
}
