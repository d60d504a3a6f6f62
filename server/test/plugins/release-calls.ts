// Valid input for the routes of releases, for the tests that call every route. No plugin announces releases there.
import type { Client } from '../harness/client.ts';
import { packPlugin } from './made-plugin.ts';
import { uploadPlugin } from './plugin-calls.ts';

interface World {
  server: { admin: Client };
}

interface ReleaseCall {
  params?: Record<string, string>;
  options?: { body: unknown };
  status?: number;
}

const nobody = '01890000-0000-7000-8000-000000000000';
const source = '/api/v1/admin/plugins/{id}/sources/{sourceId}';

export const releaseGoodCalls: Record<string, (world: World) => ReleaseCall | Promise<ReleaseCall>> = {
  'PATCH /api/v1/user/releases/settings': () => ({
    options: { body: { isAutomatic: false, languages: ['en'] } },
  }),
  'POST /api/v1/user/releases/marks': () => ({ options: { body: { state: 'seen', ids: [nobody] } } }),
  'PUT /api/v1/series/{id}/releases/follow': () => ({ options: { body: { isFollowed: true } } }),
  'GET /api/v1/admin/plugins/{id}/sources': async ({ server }) => ({
    params: { id: (await uploadPlugin(server.admin, packPlugin({ name: 'walked' }))).body.id },
  }),
  [`PATCH ${source}`]: () => ({
    params: { id: nobody, sourceId: nobody },
    options: { body: { intervalHours: 12 } },
    status: 404,
  }),
  [`POST ${source}/poll`]: () => ({ params: { id: nobody, sourceId: nobody }, status: 404 }),
};
