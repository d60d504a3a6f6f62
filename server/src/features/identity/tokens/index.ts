// Signed tokens (JWT, HS256): the access token that programs send, the session cookie for images, and the cookie of a
// known device. None is accepted for another's purpose.
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';

type TokenUse = 'access' | 'cookie' | 'device' | 'surface';

export interface Claims {
  userId: string;
  /** The session of the token; for a device its own id. */
  sessionId: string;
  expiresAtMs: number;
  /** The API key that the session was begun with: it has that key's permissions and ends with it. */
  apiKeyId?: string | undefined;
}

export interface Tokens {
  sign(use: TokenUse, claims: Claims): string;
  /** Undefined for what was not signed here for this purpose, and what has expired. */
  verify(use: TokenUse, token: string): Claims | undefined;
}

/** Valid tokens have about 250 characters; longer ones are not parsed. */
const maxLength = 1_000;

export function createTokens(secret: string, clock: Clock): Tokens {
  const signer = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
  // Expiry is checked here and not by the library, which only knows the system's clock.
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
