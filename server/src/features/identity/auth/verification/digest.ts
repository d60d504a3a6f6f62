// Authentication by a name and the MD5 of a password, which is all that KOReader sends. The account's own password
// cannot be verified this way, so devices have separate passwords or API keys. Guessing is slowed down as at sign-in.

import { createHmac, randomBytes } from 'node:crypto';
import type { Account } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { toViewer } from '../authenticate.ts';
import type { BasicRequest } from '../basic.ts';
import type { AuthParts } from '../parts.ts';
import type { VerifiedCaller } from '../verification-cache.ts';

interface Digest {
  login: string;
  /** 32 hexadecimal digits in lower case. */
  digest: string;
  /** Returns whether it belongs to one of the account's device passwords. */
  isRight(account: Account): Promise<boolean>;
}

/** Returns undefined for wrong credentials. Rejects with `rate_limit_exceeded` after too many. */
export type VerifyDigest = (
  request: BasicRequest,
  digest: Digest,
) => Promise<Viewer | undefined> | Viewer | undefined;

const maxCached = 10_000;

interface Parts extends Pick<AuthParts, 'accounts' | 'guard' | 'memory' | 'log'> {
  apiKeys: Pick<AuthParts['apiKeys'], 'verifyDigest'>;
}

export function createDigestVerification(parts: Parts): VerifyDigest {
  const { accounts, apiKeys, guard, memory, log } = parts;
  /** Verified digests are accepted without delay, even while other clients guess passwords of the same account. */
  const known = createRecent<true>(maxCached);
  const secret = randomBytes(32);

  async function check(
    { login, digest, isRight }: Digest,
    { id: requestId, ip: address, signal }: BasicRequest,
  ): Promise<Account | undefined> {
    const { account, foldedLogin } = await accounts.findByLogin(login);
    const key = createHmac('sha256', secret).update(`${account?.id}\0${digest}`).digest('base64url');
    const holds = async () => account?.isActive === 1 && (await isRight(account));
    if (known.has(key) && (await holds())) return account;
    known.delete(key);
    const attempt = { accountId: account?.id, login: foldedLogin, address, deviceId: undefined };
    const admitted = await guard.admit(attempt, signal());
    if (await holds()) {
      known.set(key, true);
      admitted.succeed();
      return account;
    }
    admitted.fail();
    log.warn({ requestId, address, userId: account?.id }, 'device sign-in failed');
    return undefined;
  }

  async function verify(digest: Digest, request: BasicRequest): Promise<VerifiedCaller | undefined> {
    const byKey = await apiKeys.verifyDigest(digest.digest);
    if (byKey) return byKey;
    const account = await check(digest, request);
    return account && { viewer: toViewer(account, 'password', { sessionId: null }), expiresAtMs: null };
  }

  return (request, digest) =>
    memory(`digest ${digest.login}\0${digest.digest}`, () => verify(digest, request));
}
