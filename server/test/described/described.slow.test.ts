// Calls every operation of the API description as every kind of caller, with valid and with invalid input. Every
// response must be one that the description lists. TEST_SEED selects other input, TEST_FUZZ_ROUNDS a longer run.
import { expect, test } from 'vitest';
import { createDice, type Dice } from '../fuzz/dice.ts';
import { good, isWhole, makeWorld, toParams, type World } from '../harness/calls/good-calls.ts';
import { createLockout } from '../harness/calls/lockout.ts';
import type { Answer } from '../harness/client.ts';
import { addLibrary } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { areWhole, type Caller, makeCallers, refusalOf } from './callers.ts';
import { createCalls, type DescribedCall, type KnownInput } from './calls.ts';
import { judge, type Operation, operations } from './description.ts';
import { isRefusedByMeaning } from './meanings.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_124);
const rounds = Number(process.env.TEST_FUZZ_ROUNDS ?? 1);

const titleOf = ({ route }: Operation) => `${route.method} ${route.path}`;
/** Operations that delete items that others need run late. */
const late = ['DELETE /api/v1/books/{id}', 'DELETE /api/v1/series/{id}', 'DELETE /api/v1/libraries/{id}'];
const lockout = createLockout();
const ordered = operations.toSorted((a, b) => late.indexOf(titleOf(a)) - late.indexOf(titleOf(b)));

withServer(
  `the API description (seed ${seed})`,
  (server) => {
    test('describes every response of every operation', { timeout: 300_000 * rounds }, async () => {
      const faults = new Map<string, string>();
      let world = await makeWorld(server());
      const { id: shown } = await addLibrary(server(), {});
      let callers = await makeCallers(server(), shown);
      for (const [index, operation] of ordered.entries()) {
        if (!(await isWhole(world))) world = await makeWorld(server());
        if (!(await areWhole(callers))) callers = await makeCallers(server(), shown);
        for (const [i, caller] of callers.entries()) {
          const dice = createDice(seed * 7_919 + index * 100 + i);
          for (const fault of await tryOperation({ operation, caller, world, dice }))
            faults.set(
              `${operation.id} ${fault.slice(0, 30)}`,
              `${titleOf(operation)} by ${caller.name}: ${fault}`,
            );
        }
        lockout.endAfter(titleOf(operation));
      }
      expect([...faults.values()].join('\n')).toBe('');
    });
  },
  { withTasks: true, ...lockout.options },
);

interface Trial {
  operation: Operation;
  caller: Caller;
  world: World;
  dice: Dice;
}

async function tryOperation(trial: Trial): Promise<string[]> {
  const { operation, caller, dice } = trial;
  const refusal = refusalOf(operation, caller);
  // A refused caller does not need existing items.
  const known =
    refusal === undefined ? await findKnown(trial) : { params: {}, query: undefined, options: undefined };
  const next = createCalls(operation, known, dice);
  const faults: string[] = [];
  for (const wanted of listWanted(operation, refusal)) {
    const call = next(wanted);
    const answer = await caller.client.request(operation.route.method, call.path, call.options);
    // The call ended the session, for example by signing out.
    if (answer.status === 401 && refusal === undefined && !(await areWhole([caller]))) break;
    const fault = findFault({ operation, caller, call, answer, known, refusal });
    if (fault)
      faults.push(`${fault}\n  ${show(call)} -> ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
  }
  return faults;
}

function listWanted({ id, body }: Operation, refusal: number | undefined): ('good' | 'flawed')[] {
  if (refusal !== undefined) return ['good'];
  const count = (/backup/i.test(id) ? 1 : body ? 4 : 2) * rounds;
  return Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? 'flawed' : 'good'));
}

/** Returns input from an item of the caller, or of the administrator if the caller cannot create one. */
async function findKnown({ operation: { route, body }, caller, world }: Trial): Promise<KnownInput> {
  const find = async (of: World): Promise<KnownInput> => {
    const { params, query, options } = (await good[`${route.method} ${route.path}`]?.(of)) ?? {};
    return { params: { ...(await toParams(route, of)), ...params }, query, options };
  };
  const admin = { ...world.server.admin, ...caller.client };
  const own = await find({ ...world, server: { ...world.server, admin } }).catch(() => undefined);
  const isEnough =
    own &&
    Object.values(own.params).every((value) => value) &&
    (!body || own.options?.body === undefined || judge(body.schema, own.options.body) === undefined);
  return isEnough ? own : find(world);
}

interface Tried {
  operation: Operation;
  caller: Caller;
  call: DescribedCall;
  answer: Answer;
  known: KnownInput;
  refusal: number | undefined;
}

/** Describes how the response differs from the description. Undefined if it matches. */
function findFault({ operation, caller, call, answer, known, refusal }: Tried): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return 'fails';
  if (!headers.get('x-request-id')) return 'has no request id';
  if (refusal !== undefined) return status === refusal ? undefined : `does not return ${refusal}`;
  const expected = expectedOf[call.flaw];
  if (expected && !expected.includes(status)) return `accepts an invalid ${call.flaw}`;
  if (call.flaw === 'none' && status === 400 && !isRefusedByMeaning(answer)) return 'rejects valid input';
  if (caller.isLimited && status < 300 && isHidden(operation, call, known)) return 'reveals hidden items';
  return findUndescribed(operation, answer);
}

const expectedOf: { [F in DescribedCall['flaw']]?: readonly number[] } = {
  path: [404, 405],
  // `sort` fields and filter conditions are validated after the items that they refer to are found.
  query: [400, 404],
  body: [400, 404, 413],
  type: [415],
};

const isHidden = ({ route }: Operation, { path }: DescribedCall, { params }: KnownInput): boolean =>
  /^\/api\/v1\/(?:libraries|series|books)\/\{id\}/.test(route.path) && path.includes(params.id ?? '?');

function findUndescribed(
  { responses }: Operation,
  { status, headers, body, bytes }: Answer,
): string | undefined {
  const response = responses[status];
  if (!response) return `returns undocumented status ${status}`;
  const type = headers.get('content-type')?.split(';', 1)[0];
  const content = response.content ?? {};
  if (bytes.length === 0)
    return type === undefined || content[type] || content['*/*'] ? undefined : `has the content type ${type}`;
  const described = content[type ?? ''] ?? content['*/*'];
  if (!described) return `has the undocumented content type ${type}`;
  if (!/json$/.test(type ?? '')) return undefined;
  const wrong = judge(described.schema, body);
  return wrong && `does not match its schema: ${wrong}`;
}

const show = ({ path, flaw, options }: DescribedCall): string =>
  `${path.slice(0, 300)} (flaw: ${flaw}) ${JSON.stringify(options)?.slice(0, 400)}`;
