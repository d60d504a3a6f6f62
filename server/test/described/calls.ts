// Calls of an operation made from its description: good ones, and ones of which one part is not as described.
import fc from 'fast-check';
import { makeBodiesWithConditions } from '../fuzz/conditions.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { RequestOptions } from '../harness/client.ts';
import { toUrl } from '../harness/routes.ts';
import { judge, type Operation, type Parameter, schemas } from './description.ts';
import { follow } from './schema.ts';
import { valuesOf } from './values.ts';

/** What is wrong with a call: nothing, or the part that is not as described. */
export type Flaw = 'none' | 'path' | 'query' | 'body' | 'type';

export interface DescribedCall {
  path: string;
  flaw: Flaw;
  options: RequestOptions;
}

/** What is there to be asked for. */
export interface Known {
  params: Record<string, string>;
  query: string | undefined;
  options: RequestOptions | undefined;
}

/** Makes ever new calls, the same for the same dice. */
export function createCalls(
  operation: Operation,
  { params, query, options }: Known,
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
    // Now and then something that is well-formed and not there; clients resolve dots in addresses themselves.
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
    // What is told in headers.
    if (!body) return options ?? {};
    if (flaw === 'type')
      return { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const value = goodBodies.length > 0 && dice.chance(0.4) ? dice.pick(goodBodies) : sample(body);
    if (flaw !== 'body') return judge(body.schema, value) === undefined ? { body: value } : undefined;
    const odd = spoil(value, dice);
    // No body and null are the same where a body may be left out.
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

/** Several values are made at a time: the first of an arbitrary are the simplest. */
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

/** Parameters are texts: those that stand for numbers are digits alone. */
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

/** The value with another in one of its places, or without one of its members. */
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
