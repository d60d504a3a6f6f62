import { koreader } from '@lectern/contract/devices/koreader';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { KoreaderPasswords } from './passwords.ts';

/** Only this response contains the password, so proxies must not cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export const createKoreaderRoutes = (passwords: KoreaderPasswords): MountedRoute[] =>
  implement(koreader, {
    list: ({ viewer }) => passwords.list(viewer),
    create: async ({ viewer, body: { name }, request }) =>
      answer(await passwords.create(viewer, { name, server: `${request.root()}/koreader` }), once),
    remove: ({ viewer, params }) => passwords.remove(viewer, params.id),
  });
