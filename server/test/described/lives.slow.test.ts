// Every item that an operation creates is available to all other operations until it is deleted, and to none
// afterwards. TEST_SEED selects other bodies.
import { expect, test } from 'vitest';
import { createDice } from '../fuzz/dice.ts';
import { good, makeWorld, type World } from '../harness/calls/good-calls.ts';
import { addLibrary } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { type Caller, makeCallers, refusalOf } from './callers.ts';
import { createCalls } from './calls.ts';
import { judge, type Operation, operations } from './description.ts';
import { isRefusedByMeaning } from './meanings.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_124);
const tries = 60;

interface Life {
  create: Operation;
  remove: Operation;
  /** The path parameter with the id of the created item. */
  parameter: string;
  /** All other operations on the item. */
  others: readonly Operation[];
}

const lives: readonly Life[] = operations.flatMap((create) => {
  const { method, path } = create.route;
  if (method !== 'POST' || !create.responses[201] || path.includes('{')) return [];
  const own = operations.filter((one) => one.route.path.startsWith(`${path}/{`));
  const remove = own.find(({ route }) => route.method === 'DELETE' && /^[^{]+\{\w+\}$/.test(route.path));
  const parameter = remove?.parameters[0]?.name;
  if (!remove || parameter === undefined) return [];
  // Operations with further path parameters and uploads have other tests.
  const others = own.filter((one) => one.parameters.filter((each) => each.in === 'path').length === 1);
  return [{ create, remove, parameter, others: others.filter((one) => !one.isUpload) }];
});

const isList = ({ create }: Life) => ['collections.create', 'readLists.create'].includes(create.id);

withServer(
  `created items (seed ${seed})`,
  (server) => {
    test('are available until they are deleted', { timeout: 120_000 }, async () => {
      expect(lives.length).toBeGreaterThan(7);
      let world = await makeWorld(server());
      const { id: shown } = await addLibrary(server(), {});
      const faults: string[] = [];
      for (const [index, life] of lives.entries()) {
        if (life.create.id === 'backup.make' && server().kind === 'postgres') continue;
        // The description cannot specify a valid database file of another server.
        if (life.create.id === 'imports.create') continue;
        // Plugins are installed from a registry or from a configured folder.
        if (life.create.id === 'plugins.install') continue;
        // Uploads are described in headers.
        if (life.create.id === 'uploads.create') continue;
        const callers = await makeCallers(server(), shown);
        const mayCreate = callers.filter((one) => refusalOf(life.create, one) === undefined);
        for (const caller of mayCreate) {
          // Restricted callers do not see lists without visible members.
          if (isList(life) && caller.name === 'a limited maintainer') continue;
          // Recreates the world if its library was deleted.
          const path = `/api/v1/libraries/${world.library.id}`;
          if ((await server().admin.get(path)).status !== 200) world = await makeWorld(server());
          faults.push(...(await live({ life, caller, world, dice: createDice(seed + index) })));
        }
      }
      expect(faults.join('\n')).toBe('');
    });
  },
  { withTasks: true },
);

interface Trial {
  life: Life;
  caller: Caller;
  world: World;
  dice: ReturnType<typeof createDice>;
}

async function live({ life, caller, world, dice }: Trial): Promise<string[]> {
  const { create, remove, parameter, others } = life;
  const { client } = caller;
  const faults: string[] = [];
  const report = (what: string, status: number, wanted: string) =>
    faults.push(`${what} by ${caller.name} returns ${status} instead of ${wanted}`);
  const options = (await good[`POST ${create.route.path}`]?.(world))?.options;
  const next = createCalls(create, { params: {}, query: undefined, options }, dice);
  let made: Record<string, string> | undefined;
  let refused = '';
  for (let i = 0; i < tries && !made; i++) {
    const call = next('good');
    const { status, body } = await client.request<Record<string, string>>('POST', call.path, call.options);
    if (status === 201) made = body;
    else refused = `${status} ${JSON.stringify(body)}`;
  }
  const id = made?.[parameter];
  // Only administrators choose folders.
  if (/^403/.test(refused)) return [];
  if (!made || id === undefined) return [`${create.id} by ${caller.name} creates nothing: ${refused}`];

  const send = async (operation: Operation) => {
    const known = { params: { [parameter]: id }, query: undefined, options: undefined };
    const call = createCalls(operation, known, dice, { onlyKnown: true })('good');
    return client.request(operation.route.method, call.path, call.options);
  };
  const maySend = (operation: Operation) => refusalOf(operation, caller) === undefined;
  const own = others.filter((one) => one !== remove && maySend(one));
  for (const operation of own.filter(({ route }) => route.path === remove.route.path)) {
    const answer = await send(operation);
    const isDescribed = answer.status === 200 || (answer.status === 400 && isRefusedByMeaning(answer));
    if (!isDescribed) report(operation.id, answer.status, '200');
    if (
      operation.route.method === 'GET' &&
      judge(operation.responses[200]?.content?.['application/json']?.schema ?? {}, answer.body)
    )
      faults.push(`${operation.id} returns a different item`);
  }
  if (!maySend(remove)) return faults;
  const removal = await send(remove);
  if (removal.status !== 204) report(remove.id, removal.status, '204');
  for (const operation of [...own, remove]) {
    const answer = await send(operation);
    const isRefused = answer.status === 404 || (answer.status === 400 && isRefusedByMeaning(answer));
    if (!isRefused) report(`${operation.id} of a deleted item`, answer.status, '404');
  }
  return faults;
}
