// The first administrator, and sign-in providers. Apps sign in with passwords or keys, so no provider is listed.
import { emailSchema, passwordSchema, usernameSchema } from '@lectern/contract/identity/auth';
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { invalid } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { anyQuery } from '../lists/descriptions.ts';

const contract = routes('Compatible set-up', 'The first administrator, for apps made for another server.', {
  status: {
    method: 'GET',
    path: '/{prefix}/api/v1/claim',
    summary: '',
    access: 'anyone',
    query: anyQuery,
    answers: { 200: json(z.object({ isClaimed: z.boolean() })) },
  },
  claim: {
    method: 'POST',
    path: '/{prefix}/api/v1/claim',
    summary: '',
    access: 'anyone',
    query: anyQuery,
    body: z.unknown(),
    optionalBody: true,
    answers: { 200: json(z.object({ id: z.string(), email: z.string(), roles: z.array(z.string()) })) },
    errors: ['conflict', 'forbidden', 'validation_failed'],
  },
  providers: {
    method: 'GET',
    path: '/{prefix}/api/v1/oauth2/providers',
    summary: '',
    access: 'anyone',
    query: anyQuery,
    answers: { 200: json(z.array(z.never())) },
  },
});

/** The account is sent in headers. */
const claimHeaders = z.object({
  'x-komga-email': emailSchema.pipe(usernameSchema),
  'x-komga-password': passwordSchema,
});

export function createClaimRoutes({ auth }: Pick<CompatDependencies, 'auth'>): MountedRoute[] {
  return implement(contract, {
    status: async ({ request }) => ({ isClaimed: (await auth.setup.status(request)).hasUsers }),
    async claim({ request }) {
      const { data, error } = claimHeaders.safeParse(request.headers);
      if (!data) throw invalid(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
      const { 'x-komga-email': email, 'x-komga-password': password } = data;
      const { value } = await auth.setup.initialize({ username: email, email, password }, request);
      return { id: value.user.id, email, roles: ['USER', 'ADMIN', 'FILE_DOWNLOAD', 'PAGE_STREAMING'] };
    },
    providers: () => [],
  });
}
