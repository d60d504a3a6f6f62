// OAuth password grant (RFC 6749, 4.3) for OPDS clients, which store a token instead of a password. Uses the common
// sign-in with its delays.
import { sessionSchema } from '@lectern/contract/identity/auth';
import { json } from '@lectern/contract/route';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Auth } from '#features/identity/auth/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import { answer, type JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';

const maxBodyBytes = 16_384;

/** Parses form bodies. Ignores fields that are sent twice, as OAuth requires. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, body, done) => {
      const form = new URLSearchParams(String(body));
      const fields = [...new Set(form.keys())].filter((name) => form.getAll(name).length === 1);
      done(null, Object.fromEntries(fields.map((name) => [name, form.get(name) ?? ''])));
    },
  );
}

const text = z.string().min(1);
const grantSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('password'),
    username: text.max(254),
    password: text.max(1_024),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text.max(1_000) }),
]);

export const tokenAnswers = {
  200: json(
    z.object({
      access_token: z.string(),
      token_type: z.literal('bearer'),
      expires_in: z.int(),
      refresh_token: z.string(),
    }),
  ),
  400: json(z.object({ error: z.string(), error_description: z.string() })),
} as const;

/** Wrong passwords and tokens return 400 (RFC 6749, 5.2), because a 401 would open the password dialog of browsers. */
export async function grantToken(
  signIn: Auth['signIn'],
  body: unknown,
  request: CallRequest,
): Promise<JsonAnswer> {
  const { data: grant } = grantSchema.safeParse(body);
  if (!grant) return refuse(isKnownGrant(body) ? 'invalid_request' : 'unsupported_grant_type');
  try {
    const given = await (grant.grant_type === 'password'
      ? signIn.login(grant.username, grant.password, request)
      : signIn.refresh(grant.refresh_token, request));
    const { accessToken, refreshToken, expiresIn } = sessionSchema.parse(given.value);
    const value = {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: expiresIn,
      refresh_token: refreshToken,
    };
    return answer(value, { status: 200, headers: noStore });
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthorized') return refuse('invalid_grant');
    throw error;
  }
}

const grants = ['password', 'refresh_token'];
const isKnownGrant = (body: unknown): boolean =>
  grants.some((grant) => z.object({ grant_type: z.literal(grant) }).safeParse(body).success);

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const descriptions = {
  invalid_request: 'A field is missing, sent twice or too long',
  unsupported_grant_type: 'The supported grant types are password and refresh_token',
  invalid_grant: 'The user name, password or token is incorrect',
} as const;

const refuse = (error: keyof typeof descriptions): JsonAnswer =>
  answer({ error, error_description: descriptions[error] }, { status: 400, headers: noStore });
