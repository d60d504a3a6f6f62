// Generates calls of an operation from its description: valid calls, and calls with one invalid part.
import fc from 'fast-check';
import { makeBodiesWithConditions } from '../fuzz/conditions.ts';
import type { Dice } from '../fuzz/dice.ts';
import { toUrl } from '../harness/calls/routes.ts';
import type { RequestOptions } from '../harness/client.ts';
import { judge, type Operation, type Parameter, schemas } from './description.ts';
import { follow } from './schema.ts';
import { valuesOf } from './values.ts';

/** The invalid part of a call, or `none`. */
export type Flaw = 'none' | 'path' | 'query' | 'body' | 'type';

export interface DescribedCall {
  path: string;
  flaw: Flaw;
  options: RequestOptions;
}

/** Ids and input that refer to existing items. */
export interface KnownInput {
  params: Record<string, string>;
  query: string | undefined;
  options: RequestOptions | undefined;
}

/** Generates an endless sequence of calls, reproducible by the seed of the dice. */
export function createCalls(
  operation: Operation,
  { params, query, options }: KnownInput,
  dice: Dice,
  { onlyKnown = false } = {},
) {
  const { route, parameters, body, isUpload } = operation;
  const sample = createSamples(dice);
  const goodBodies = [
    ...makeBodiesWithConditions(route, dice),
    ...(options?.body === undefined ? [] : [options.body]),
  ];
  const ofPath = parameters.filter((one) => one.in === 'path');
  const ofQuery = parameters.filter((one) => one.in === 'query');
  const flaws: Flaw[] = [
    ...(ofPath.length > 0 ? (['path'] as const) : []),
    ...(ofQuery.length > 0 ? (['query'] as const) : []),
    ...(body ? (['body', 'body', 'type'] as const) : []),
  ];

  const toPath = (isFlawed: boolean): string | undefined => {
    const values = { ...params };
    // Sometimes uses a well-formed id that does not exist. HTTP clients resolve dot segments themselves.
    for (const one of ofPath)
      if (!values[one.name] || (!onlyKnown && dice.chance(0.1)))
        values[one.name] = String(sample(one)).replace(/^\.{1,2}$/, 'x');
    if (!isFlawed) return toUrl(route.path, values);
    const one = dice.pick(ofPath);
    const odd = dice.pick(oddTexts);
    if (!isRefused(one, odd) || odd === '' || odd === '.') return undefined;
    return toUrl(route.path, { ...values, [one.name]: odd });
  };

  const toQuery = (isFlawed: boolean): string | undefined => {
    if (!isFlawed && query !== undefined && dice.chance(0.5)) return query;
    const searchParams = new URLSearchParams();
    for (const one of ofQuery) {
      if (!one.required && !dice.chance(0.4)) continue;
      const value = sample(one);
      for (const item of Array.isArray(value) ? value : [value]) searchParams.append(one.name, String(item));
    }
    if (isFlawed) {
      const one = dice.pick(ofQuery);
      const odd = dice.pick(oddTexts);
      if (!isRefused(one, odd)) return undefined;
      searchParams.set(one.name, odd);
    }
    return searchParams.toString();
  };

  const toOptions = (flaw: Flaw): RequestOptions | undefined => {
    if (isUpload) return options ?? { raw: new FormData() };
    // Parameters that are sent as headers.
    if (!body) return options ?? {};
    if (flaw === 'type')
      return { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const value = goodBodies.length > 0 && dice.chance(0.4) ? dice.pick(goodBodies) : sample(body);
    if (flaw !== 'body') return judge(body.schema, value) === undefined ? { body: value } : undefined;
    const odd = spoil(value, dice);
    // Where the body is optional, null is equivalent to no body.
    const isLeftOut = odd === undefined || (odd === null && !body.required);
    return isLeftOut || judge(body.schema, odd) === undefined ? undefined : { body: odd };
  };

  return (wanted: 'good' | 'flawed'): DescribedCall => {
    for (let tries = 0; wanted === 'flawed' && flaws.length > 0 && tries < 20; tries++) {
      const flaw = dice.pick(flaws);
      const path = toPath(flaw === 'path');
      const sentQuery = toQuery(flaw === 'query');
      const sent = toOptions(flaw);
      if (path !== undefined && sentQuery !== undefined && sent)
        return { path: sentQuery ? `${path}?${sentQuery}` : path, flaw, options: sent };
    }
    const sentQuery = toQuery(false);
    return {
      path: `${toPath(false)}${sentQuery ? `?${sentQuery}` : ''}`,
      flaw: 'none',
      options: toOptions('none') ?? options ?? { body: {} },
    };
  };
}

type Sampled = Pick<Parameter, 'schema'>;

/** Draws several samples at a time: the first samples of an arbitrary are the simplest. */
function createSamples(dice: Dice): (of: Sampled) => unknown {
  const made = new Map<Sampled, unknown[]>();
  return (of) => {
    const left = made.get(of) ?? [];
    if (left.length === 0) {
      const seed = dice.below(2 ** 31);
      left.push(...fc.sample(valuesOf(of.schema, schemas), { seed, numRuns: 8 }));
      made.set(of, left);
    }
    return left.splice(dice.below(left.length), 1)[0];
  };
}

const oddTexts = [
  'x',
  '-1',
  '0',
  '1.5',
  '1e3',
  'nonsense',
  '+1',
  'null',
  'y'.repeat(9_000),
  '2026-13-41',
  '[object Object]',
];

/** Path and query parameters are text: a numeric parameter accepts only digits. */
function isRefused({ schema }: Parameter, text: string): boolean {
  const { type } = follow(schema, schemas);
  const value = type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
  return judge(schema, value) !== undefined;
}

const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_991,
  '',
  'nonsense',
  'z'.repeat(70_000),
  [],
  [null],
  {},
  { unknown: 1 },
];

/** Replaces one part of the value or removes one member. */
function spoil(value: unknown, dice: Dice): unknown {
  if (dice.chance(0.1)) return dice.pick(oddValues);
  const copy = structuredClone(value);
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const collect = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      collect((holder as Record<string, unknown>)[key]);
    }
  };
  collect(copy);
  if (places.length === 0) return dice.pick(oddValues);
  const { holder, key } = dice.pick(places);
  if (!Array.isArray(holder) && dice.chance(0.3)) delete holder[key];
  else holder[key] = dice.pick(oddValues);
  return copy;
}
