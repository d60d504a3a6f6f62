// Valid input for the routes that give access by links and codes: invitations, password resets, their mail server, quick
// connect.
import type { TestServer } from '../server.ts';
import { aPerson, signIn } from '../sign-in.ts';

interface World {
  server: TestServer;
}

const mailServer = {
  host: 'localhost',
  port: 465,
  security: 'tls',
  username: null,
  fromAddress: 'library@example.org',
  fromName: 'Lectern',
};

/** Creates an invitation. */
const anInvitation = async ({ server }: World) =>
  (await server.admin.post<{ id: string; secret: string }>('/api/v1/users/invitations', {})).body;

async function aResetLink({ server }: World): Promise<string> {
  const path = `/api/v1/users/${(await signIn(server)).userId}/password-reset`;
  return (await server.admin.post<{ secret: string }>(path, {})).body.secret;
}

/** Returns a device that waits for approval. */
const aDevice = async ({ server }: World) =>
  (await server.post<{ code: string; secret: string }>('/api/v1/auth/device', { name: 'Walk' })).body;

async function aNewcomer(world: World) {
  const { username, email, password } = aPerson();
  return { username, email, password, secret: (await anInvitation(world)).secret };
}

const bodyOf = (body: unknown) => ({ options: { body } });

/** Sends the request as the web client does. */
const byOwnPage = (body: unknown) => ({ options: { body, headers: { 'sec-fetch-site': 'same-origin' } } });

const byCode = async (world: World) => bodyOf({ code: (await aDevice(world)).code });

export const accessCalls = {
  'POST /api/v1/auth/invitation/check': async (world: World) =>
    bodyOf({ secret: (await anInvitation(world)).secret }),
  'POST /api/v1/auth/join': async (world: World) => bodyOf(await aNewcomer(world)),
  'POST /api/v1/auth/browser/join': async (world: World) => byOwnPage(await aNewcomer(world)),
  'DELETE /api/v1/users/invitations/{id}': async (world: World) => ({
    params: { id: (await anInvitation(world)).id },
  }),
  'POST /api/v1/users/{id}/password-reset': async ({ server }: World) => ({
    params: { id: (await signIn(server)).userId },
  }),
  'PUT /api/v1/admin/mail': () => bodyOf(mailServer),
  // No mail server is set.
  'POST /api/v1/admin/mail/test': () => ({ status: 409, options: { body: { to: 'walk@example.org' } } }),
  'POST /api/v1/auth/password-reset/request': () => ({ status: 403, options: { body: { login: 'walk' } } }),
  'POST /api/v1/auth/password-reset/check': async (world: World) =>
    bodyOf({ secret: await aResetLink(world) }),
  'POST /api/v1/auth/password-reset': async (world: World) =>
    bodyOf({ secret: await aResetLink(world), password: 'another password' }),
  'POST /api/v1/auth/device': () => bodyOf({ name: 'Walk' }),
  'POST /api/v1/auth/device/poll': async (world: World) => bodyOf({ secret: (await aDevice(world)).secret }),
  'POST /api/v1/auth/browser/device': async (world: World) =>
    byOwnPage({ secret: (await aDevice(world)).secret }),
  'POST /api/v1/auth/browser/lock': async ({ server }: World) => ({
    ...byOwnPage(undefined),
    client: await signIn(server),
    status: 401,
  }),
  'POST /api/v1/auth/browser/unlock': ({ server: { admin } }: World) => ({
    ...byOwnPage({ userId: admin.userId, pin: '4711' }),
    status: 401,
  }),
  'PUT /api/v1/user/pin': async ({ server }: World) => {
    const client = await signIn(server);
    return { ...bodyOf({ currentPassword: client.password, pin: '4711' }), client };
  },
  'GET /api/v1/related-names': () => ({ query: 'kind=genre&name=walk', status: 404 }),
  'PUT /api/v1/user/language': () => bodyOf({ language: 'de' }),
  'POST /api/v1/auth/device/check': byCode,
  'POST /api/v1/auth/device/approve': byCode,
  'POST /api/v1/auth/device/deny': byCode,
};
