import { kobo } from '@lectern/contract/devices/kobo';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { KoboDevices } from './devices.ts';

/** Only this response contains the token, so proxies must not cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

export const createKoboRoutes = (devices: KoboDevices): MountedRoute[] =>
  implement(kobo, {
    list: ({ viewer }) => devices.list(viewer),
    create: async ({ viewer, body, request }) =>
      answer(await devices.create(viewer, body, request.root()), once),
    remove: ({ viewer, params }) => devices.remove(viewer, params.id),
    resync: ({ viewer, params }) => devices.resync(viewer, params.id),
  });
