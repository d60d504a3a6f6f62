// Requests to a route: valid requests with an invalid path, query, header, content type or body.
import type { RouteDescription } from '@lectern/contract/route';
import type { RequestOptions } from '../harness/client.ts';
import { createSkeletons, type Json, mutate, spoil } from './bodies.ts';
import type { Dice } from './dice.ts';
import { hostileHeaders, hostileParts, hostileQueries, hostileTypes } from './hostile.ts';

export interface FuzzRequest {
  method: string;
  /** Path and query, sent unchanged. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** The parts of a valid request to a route. */
export interface Target {
  route: RouteDescription;
  params: Record<string, string>;
  query: string | undefined;
  /** JSON body or upload that the route accepts. */
  good: RequestOptions | undefined;
  /** Further JSON bodies that the route accepts. */
  bodies: readonly Json[];
}

/** Generates an endless sequence of requests. */
export async function createRequests(target: Target, dice: Dice): Promise<() => FuzzRequest> {
  const { route, params, query, good } = target;
  const names = Object.keys(route.query?.shape ?? {});
  const makeBody = await createBodies(target, dice);
  return () => {
    const odd = dice.pick(makeBody ? ['body', 'body', 'body', 'address', 'headers'] : oddities);
    const isOddAddress = odd === 'address';
    const { bytes, type } = makeBody?.(odd === 'body') ?? {};
    const queryText = odd === 'query' || dice.chance(0.2) ? makeQuery(names, dice) : (query ?? '');
    const address = toPath(route.path, params, isOddAddress ? dice : undefined);
    return {
      method: route.method === 'GET' && dice.chance(0.1) ? 'HEAD' : route.method,
      path: queryText === '' ? address : `${address}?${queryText}`,
      headers: {
        ...good?.headers,
        ...(type !== undefined && { 'content-type': type }),
        ...(odd === 'headers' && makeHeaders(dice)),
      },
      body: bytes,
    };
  };
}

const oddities = ['query', 'query', 'address', 'headers'] as const;

function toPath(template: string, params: Record<string, string>, dice: Dice | undefined): string {
  const places = [...template.matchAll(/\{(\w+)\*?\}/g)];
  const spoilt = dice && places.length > 0 ? dice.below(places.length) : -1;
  let at = 0;
  const path = template.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    dice && at++ === spoilt
      ? dice.pick(hostileParts)
      : (params[name] ?? 'missing').split('/').map(encodeURIComponent).join('/'),
  );
  return dice && places.length === 0
    ? dice.pick([`/${path}`, `${path}/`, `${path}%00`, `${path}/%2e%2e`])
    : path;
}

function makeQuery(names: readonly string[], dice: Dice): string {
  if (names.length === 0 || dice.chance(0.4)) return dice.pick(hostileQueries);
  const count = 1 + dice.below(3);
  const parts = Array.from({ length: count }, () => {
    const suffix = dice.pick(['', '', '', '[]', '[a]']);
    return `${dice.pick(names)}${suffix}=${dice.pick(hostileParts)}`;
  });
  return parts.join('&');
}

const makeHeaders = (dice: Dice): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 1 + dice.below(3) }, () => dice.pick(hostileHeaders)));

interface Body {
  bytes: Buffer;
  type: string | undefined;
}

type MakeBody = (isOdd: boolean) => Body;

/** Sometimes sends a body to a route without one, which must ignore it. */
async function createBodies({ route, good, bodies }: Target, dice: Dice): Promise<MakeBody | undefined> {
  if (good?.raw !== undefined) return createUploads(good.raw, dice);
  if (route.method === 'GET') return undefined;
  if (!route.body) return dice.chance(0.3) ? () => toOddBody('{}', dice) : undefined;
  const makeSkeleton = createSkeletons(route.body);
  const known = [...bodies, ...(good?.body === undefined ? [] : [good.body as Json])];
  return (isOdd) => {
    const body = known.length === 0 || dice.chance(0.4) ? makeSkeleton(dice) : dice.pick(known);
    if (!isOdd) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
    if (dice.chance(0.15)) return toOddBody(JSON.stringify(body), dice);
    return { bytes: Buffer.from(mutate(body, dice)), type: 'application/json' };
  };
}

function toOddBody(text: string, dice: Dice): Body {
  const isTypeOdd = dice.chance(0.5);
  return {
    bytes: isTypeOdd ? Buffer.from(text) : spoil(text, dice),
    type: isTypeOdd ? dice.pick(hostileTypes) : 'application/json',
  };
}

/** Uploads that are truncated, damaged, or have a different boundary. */
async function createUploads(raw: NonNullable<RequestOptions['raw']>, dice: Dice): Promise<MakeBody> {
  const sent = new Response(raw);
  const type = sent.headers.get('content-type') ?? undefined;
  const whole = Buffer.from(await sent.arrayBuffer());
  return (isOdd) => {
    if (!isOdd) return { bytes: whole, type };
    if (dice.chance(0.3)) return { bytes: whole, type: dice.pick(hostileTypes) };
    if (dice.chance(0.3)) return { bytes: whole.subarray(0, dice.below(whole.length)), type };
    const odd = whole.toString('latin1').replace(/filename="[^"]*"/, () => dice.pick(oddFileNames));
    const bytes = Buffer.from(odd, 'latin1');
    if (dice.chance(0.5)) bytes[dice.below(bytes.length)] = dice.below(256);
    return { bytes, type };
  };
}

const oddFileNames = [
  'filename="../../etc/passwd"',
  'filename="\0"',
  'filename=""',
  "filename*=UTF-8''%ff%00",
  'filename="\xff\xfe"',
  `filename="${'n'.repeat(10_000)}"`,
  'x="y"',
];
