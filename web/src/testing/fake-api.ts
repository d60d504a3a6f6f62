// An API for component tests. The test defines the answers, and reads the calls that a component has sent.
import type { ErrorBody } from '@lectern/contract/errors';
import type { Reason } from '@lectern/contract/reasons';
import { vi } from 'vitest';
import type { Address, Output } from '../api/routes.ts';

const catalogues = import.meta.glob('../i18n/*.json', { eager: true, import: 'default' });

interface Received {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON, or the form of an upload. */
  body: unknown;
}

/** A value, or a function of the call. A function can also return an error response. */
export type Answers = {
  [A in Address]?: Output<A> | ((received: Received) => Output<A> | Response);
};

/** For example `PUT /api/v1/user/preferences`, with the body if the call has one. */
export type Call = [address: string, body?: unknown];

/** POST requests that change nothing. */
const queries = /\/(?:list|alphabetical-groups|preview|preview-scan|candidates|auth\/[\w-]+\/check)$/;

/** Replaces `fetch`. Returns the list of changes, which grows with each call that is not a query. */
export function startFakeApi(answers: Answers): Call[] {
  const changes: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    const url = new URL(input, document.baseURI);
    const messages = catalogues[`..${url.pathname.slice(-'/i18n/en.json'.length)}`];
    if (messages) return Response.json(messages);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const address = `${method} ${url.pathname}`;
    if (method !== 'GET' && !queries.test(url.pathname))
      changes.push(body === undefined ? [address] : [address, body]);
    const found = find(answers, method, url.pathname);
    if (!found) throw new Error(`The test has no answer for ${address}`);
    const { answer, params } = found;
    const query = Object.fromEntries(url.searchParams);
    const value: unknown = typeof answer === 'function' ? answer({ params, query, body }) : answer;
    if (value instanceof Response) return value;
    return value === undefined ? new Response(null, { status: 204 }) : Response.json(value);
  });
  return changes;
}

function find(answers: Answers, method: string, path: string) {
  for (const [address, answer] of Object.entries<unknown>(answers)) {
    const [verb, template = ''] = address.split(' ');
    const params = verb === method ? readParams(template, path) : undefined;
    if (params) return { answer, params };
  }
  return undefined;
}

/** The values of `{id}` and other parameters. Undefined if the path does not match. */
function readParams(template: string, path: string): Record<string, string> | undefined {
  const words = template.split('/');
  const values = path.split('/');
  if (words.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, value] of values.entries()) {
    const name = /^\{(\w+)\}$/.exec(words[index] ?? '')?.[1];
    if (name !== undefined) params[name] = value;
    else if (words[index] !== value) return undefined;
  }
  return params;
}

/** An error response, with the reason of a refusal if it has one. */
export const refuse = (status: number, error: ErrorBody['error'], why?: Reason): Response =>
  Response.json({ error, message: error, ...why } satisfies ErrorBody, { status });
