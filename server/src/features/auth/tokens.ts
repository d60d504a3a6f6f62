// Signed tokens (JWT, HS256): the access token that programs send, the session cookie that makes images load, and
// the mark of a known device. All are useless without the secret, and none is good for another's purpose.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import type { Clock } from '#kernel/clock.ts';

export type TokenUse = 'access' | 'cookie' | 'device';

export interface Claims {
  userId: string;
  /** The sign-in that the token descends from; for a device its own id. */
  sessionId: string;
  expiresAtMs: number;
}

export interface Tokens {
  sign(use: TokenUse, claims: Claims): string;
  /** Undefined for whatever was not signed here for this use, or is over. */
  verify(use: TokenUse, token: string): Claims | undefined;
}

/** Ours have about 250 characters; nothing longer is looked at. */
const maxLength = 1_000;

export function createTokens(secret: string, clock: Clock): Tokens {
  const signer = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
  // The end is checked here and not by the library, which knows no clock but the system's.
  const verifier = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true });
  return {
    sign: (use, { userId, sessionId, expiresAtMs }) =>
      signer({ sub: userId, sid: sessionId, use, exp: Math.floor(expiresAtMs / 1000) }),
    verify(use, token) {
      if (token.length > maxLength) return undefined;
      const claims = read(verifier, token);
      if (!claims || claims.use !== use || claims.expiresAtMs <= clock()) return undefined;
      const { userId, sessionId, expiresAtMs } = claims;
      return { userId, sessionId, expiresAtMs };
    },
  };
}

const payloadSchema = z.object({ sub: z.string(), sid: z.string(), use: z.string(), exp: z.number() });

function read(verifier: (token: string) => unknown, token: string): (Claims & { use: string }) | undefined {
  let payload: unknown;
  try {
    payload = verifier(token);
  } catch {
    return undefined;
  }
  const { data } = payloadSchema.safeParse(payload);
  return data && { userId: data.sub, sessionId: data.sid, use: data.use, expiresAtMs: data.exp * 1000 };
}
