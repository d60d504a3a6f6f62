// Sends random invalid input to every route of every protocol. No response is a 5xx or hangs, every API error has the
// declared shape, and data can still be read afterwards. TEST_SEED selects other input, TEST_FUZZ_ROUNDS a longer run.
import { Agent } from 'node:http';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { toBasic } from '../compat/app.ts';
import { good, isWhole, makeWorld, toParams, type World } from '../harness/calls/good-calls.ts';
import { createLockout } from '../harness/calls/lockout.ts';
import { listSurfaceRoutes, toIds, toSurfaceParams } from '../harness/calls/surface-routes.ts';
import { waitForScan } from '../harness/library.ts';
import { type TestServer, withServer } from '../harness/server.ts';
import { type SignedIn, signIn } from '../harness/sign-in.ts';
import { makeBodiesWithConditions } from './conditions.ts';
import { createDice, type Dice } from './dice.ts';
import { createRequests, type FuzzRequest } from './requests.ts';
import { findBreak, findFault, sendOdd, show } from './run.ts';
import { makeSurfaceBodies } from './surface-bodies.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
const rounds = Number(process.env.TEST_FUZZ_ROUNDS ?? 1);
/** Number of requests to a route per round. */
const requestsWithBody = 50;
const requestsWithout = 10;
const requestsOfBackups = 4;
const surfaceRequestsWithBody = 40;
const surfaceRequestsWithout = 12;

const titleOf = ({ method, path }: RouteDescription) => `${method} ${path}`;
/** Routes that delete items that others need run late. */
const late = ['POST /api/v1/libraries', 'DELETE /api/v1/libraries/{id}'];
const lockout = createLockout();
const rank = (route: RouteDescription) =>
  route.method === 'DELETE' ? Math.max(0, late.indexOf(titleOf(route))) : late.indexOf(titleOf(route));
const all = nouns
  .flatMap(({ table }) => Object.values(table) as RouteDescription[])
  .toSorted((a, b) => rank(a) - rank(b));
const logged: string[] = [];

withServer(
  `invalid requests (seed ${seed})`,
  (server) => {
    test('no route of other protocols fails for random input', {
      timeout: 300_000 * rounds,
    }, async () => {
      const { admin } = server();
      await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const ids = toIds(await makeWorld(server()));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const faults: string[] = [];
      for (const [index, route] of listSurfaceRoutes(server()).entries()) {
        const params = toSurfaceParams(route, ids);
        faults.push(
          ...(await trySurfaceRoute({
            server: server(),
            route,
            params,
            dice: createDice(seed + index),
            agent,
          })),
        );
      }
      agent.destroy();
      expect(faults.join('\n')).toBe('');
      for (const path of ['/opds/v1/catalog', '/opds/v2', '/compat/api/v1/series', '/compat/api/v1/books'])
        expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    });

    test('no route of the API fails for random input', { timeout: 300_000 * rounds }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const faults: string[] = [];
      let world = await makeWorld(server());
      const limited = await makeLimited(server());
      for (const [index, route] of all.entries()) {
        if (!(await isWhole(world))) world = await makeWorld(server());
        const dice = createDice(seed + index);
        faults.push(...(await tryRoute({ world, limited, route, dice, agent })));
        lockout.endAfter(titleOf(route));
      }
      agent.destroy();
      expect(faults.join('\n')).toBe('');
      await expectReadable(server());
    });
  },
  { withTasks: true, ...lockout.options, onLogLine: (line) => logged.push(line) },
);

async function makeLimited(server: TestServer): Promise<SignedIn> {
  const limited = await signIn(server, { role: 'maintainer' });
  const tag = (await server.admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'fuzz' })).body;
  const sharingTags = [{ tagId: tag.id, access: 'deny' }];
  const limits = { sharedLibraryIds: [], sharingTags, maxAgeRating: 18, allowUnrated: true };
  const { status } = await server.admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
  expect(status).toBe(200);
  return limited;
}

interface Trial {
  world: World;
  /** A restricted user: restrictions change the SQL of queries. */
  limited: SignedIn;
  route: RouteDescription;
  dice: Dice;
  agent: Agent;
}

/** Returns one message for each kind of error. */
async function tryRoute({ world, limited, route, dice, agent }: Trial): Promise<string[]> {
  const { server } = world;
  const { params, query, options } = (await good[titleOf(route)]?.(world)) ?? {};
  const target = {
    route,
    params: { ...(await toParams(route, world)), ...params },
    query,
    good: options,
    bodies: makeBodiesWithConditions(route, dice),
  };
  // A separate user, because the calls may change its session, password and account.
  const admin = await signIn(server, { role: 'admin' });
  const next = await createRequests(target, dice);
  // Each request creates, sends or verifies a backup.
  const defaultCount = /backup/.test(route.path) ? requestsOfBackups : requestsWithout;
  const count =
    (route.body || (route.upload && !/backup/.test(route.path)) ? requestsWithBody : defaultCount) * rounds;
  const faults = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const request = next();
    const who = dice.chance(0.8) ? admin : limited;
    if (!dice.chance(0.05)) request.headers.authorization = `Bearer ${who.session.accessToken}`;
    const fault = await findFaultOf(server.url, request, agent);
    if (fault) faults.set(fault.slice(0, 20), `${server.kind}: ${show(request)} ${fault}`);
  }
  return [...faults.values()];
}

interface SurfaceTrial {
  server: TestServer;
  route: RouteDescription;
  params: Record<string, string>;
  dice: Dice;
  agent: Agent;
}

/** Returns one message for each kind of error. */
async function trySurfaceRoute({ server, route, params, dice, agent }: SurfaceTrial): Promise<string[]> {
  const bodies = makeSurfaceBodies(route);
  const next = await createRequests({ route, params, query: undefined, good: undefined, bodies }, dice);
  const who = await signIn(server, { role: 'admin' });
  const count = (bodies.length > 0 ? surfaceRequestsWithBody : surfaceRequestsWithout) * rounds;
  // Operations that are not available declare 501.
  const find: typeof findBreak = (request, answer) =>
    answer.status === 501 && '501' in route.answers ? undefined : findBreak(request, answer);
  const faults = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const request = next();
    if (!dice.chance(0.05)) request.headers.authorization = toBasic(who);
    const fault = await findFaultOf(server.url, request, agent, find);
    if (fault) faults.set(fault.slice(0, 20), `${server.kind}: ${show(request)} ${fault}`);
  }
  return [...faults.values()];
}

async function findFaultOf(
  url: string,
  request: FuzzRequest,
  agent: Agent,
  find: typeof findFault = findFault,
): Promise<string | undefined> {
  logged.length = 0;
  try {
    const fault = find(request, await sendOdd(url, request, agent));
    return fault && `${fault}\n  ${logged.join('').slice(0, 1_000)}`;
  } catch (error) {
    return `is not answered: ${error}`;
  }
}

/** Reads every list and document without an id or a required parameter, and every remaining book and series. */
async function expectReadable({ admin }: TestServer): Promise<void> {
  for (const route of all.filter(
    ({ method, path }) => method === 'GET' && !/[{]|events|backup|browse|related-names/.test(path),
  )) {
    const { status } = await admin.get(route.path);
    expect([titleOf(route), status]).toEqual([titleOf(route), 200]);
  }
  for (const noun of ['books', 'series', 'libraries', 'users', 'collections', 'readlists']) {
    const { body } = await admin.get<{ data: { id: string }[] }>(`/api/v1/${noun}?pageSize=500`);
    for (const { id } of body.data) {
      const path = `/api/v1/${noun}/${id}`;
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
      if (noun === 'libraries') await waitForScan(admin, id).catch(() => undefined);
    }
  }
}
