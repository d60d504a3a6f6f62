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

/** Valid tokens have about 250 characters. Longer ones are not parsed. */
const maxLength = 1_000;

export class Tokens {
  readonly #clock: Clock;
  readonly #signer;
  // Expiry is checked here, because the library only supports the system clock.
  readonly #verifier;

  constructor(secret: string, clock: Clock) {
    this.#clock = clock;
    this.#signer = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true });
    this.#verifier = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true });
  }

  sign(use: TokenUse, { userId, sessionId, expiresAtMs, apiKeyId }: Claims): string {
    return this.#signer({
      sub: userId,
      sid: sessionId,
      use,
      exp: Math.floor(expiresAtMs / 1000),
      ...(apiKeyId !== undefined && { key: apiKeyId }),
    });
  }

  /** Returns undefined for tokens that were not signed here for this purpose, and for expired ones. */
  verify(use: TokenUse, token: string): Claims | undefined {
    if (token.length > maxLength) return undefined;
    const claims = read(this.#verifier, token);
    if (!claims || claims.use !== use || claims.expiresAtMs <= this.#clock()) return undefined;
    const { use: _, ...rest } = claims;
    return rest;
  }
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
