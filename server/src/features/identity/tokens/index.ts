// Signed tokens (JWT, HS256): the access token that programs send, the session cookie that makes images load, and
// the mark of a known device. All are useless without the secret, and none is good for another's purpose.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';

type TokenUse = 'access' | 'cookie' | 'device' | 'surface';

export interface Claims {
  userId: string;
  /** The sign-in that the token descends from; for a device its own id. */
  sessionId: string;
  expiresAtMs: number;
  /** The API key that the session was begun with: it has that key's rights and ends with it. */
  apiKeyId?: string | undefined;
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
    sign: (use, { userId, sessionId, expiresAtMs, apiKeyId }) =>
      signer({
        sub: userId,
        sid: sessionId,
        use,
        exp: Math.floor(expiresAtMs / 1000),
        ...(apiKeyId !== undefined && { key: apiKeyId }),
      }),
    verify(use, token) {
      if (token.length > maxLength) return undefined;
      const claims = read(verifier, token);
      if (!claims || claims.use !== use || claims.expiresAtMs <= clock()) return undefined;
      const { use: _, ...rest } = claims;
      return rest;
    },
  };
}

const payloadSchema = z.object({
  sub: z.string(),
  sid: z.string(),
  use: z.string(),
  exp: z.number(),
  key: z.string().optional(),
});

function read(verifier: (token: string) => unknown, token: string): (Claims & { use: string }) | undefined {
  let payload: unknown;
  try {
    payload = verifier(token);
  } catch {
    return undefined;
  }
  const { data } = payloadSchema.safeParse(payload);
  if (!data) return undefined;
  const { sub: userId, sid: sessionId, use, exp, key } = data;
  return { userId, sessionId, use, expiresAtMs: exp * 1000, ...(key !== undefined && { apiKeyId: key }) };
}
