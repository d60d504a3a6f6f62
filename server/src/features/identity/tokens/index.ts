// Signed tokens (JWT, HS256): the access token of programs, the session cookie for images, and the cookie of a known
// device. None is accepted for the purpose of another.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';

type TokenUse = 'access' | 'cookie' | 'device' | 'surface';

export interface Claims {
  userId: string;
  /** The session of the token; the device id for a device. */
  sessionId: string;
  expiresAtMs: number;
  /** The API key that started the session, which has the permissions of the key and ends with it. */
  apiKeyId?: string | undefined;
}

export interface Tokens {
  sign(use: TokenUse, claims: Claims): string;
  /** Returns undefined for tokens that were not signed here for this purpose, and for expired ones. */
  verify(use: TokenUse, token: string): Claims | undefined;
}

/** Valid tokens have about 250 characters. Longer ones are not parsed. */
const maxLength = 1_000;

export function createTokens(secret: string, clock: Clock): Tokens {
  const signer = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
  // Expiry is checked here, because the library only supports the system clock.
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
