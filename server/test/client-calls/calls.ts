// Sends the recorded requests of third-party clients, and returns what a client could not use.

import { expectClients } from '../compat/clients.ts';
import type { ShapeName } from '../compat/shape-parts.ts';
import type { Client } from '../harness/client.ts';

export interface Call {
  /** Clients that send the request. */
  by: string;
  /** Method and path. `{name}` is replaced by an id. */
  request: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Account of the request, if it is not a reader with a password. */
  as?: 'nobody' | 'admin';
  /** 200 if omitted. */
  status?: number;
  /** Model that every client of the compatibility API must be able to read. */
  shape?: ShapeName;
  /** Beginning of the media type. */
  type?: string;
  /** Text that the response must contain. */
  contains?: string;
}

interface Senders {
  reader: Client;
  admin: Client;
  nobody: Client;
}

const fill = (text: string, ids: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

/** Sends the calls in order. Returns a line for each call with an unexpected response. */
export async function findUnusable(
  calls: readonly Call[],
  senders: Senders,
  ids: Readonly<Record<string, string>>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const call of calls) {
    const fault = await findFault(call, senders, ids);
    if (fault !== undefined) faults.push(`${call.by}: ${call.request}: ${fault}`);
  }
  return faults;
}

async function findFault(
  { request, body, headers, as, status = 200, shape, type, contains }: Call,
  senders: Senders,
  ids: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const [method = 'GET', path = '/'] = fill(request, ids).split(' ');
  const given = body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body), ids));
  const answer = await senders[as ?? 'reader'].request(method, path, {
    ...(given !== undefined && { body: given }),
    ...(headers && { headers }),
  });
  const sent = answer.headers.get('content-type') ?? '';
  if (answer.status !== status) return `status ${answer.status}, ${answer.bytes.toString().slice(0, 200)}`;
  if (type !== undefined && !sent.startsWith(type)) return `media type ${sent}`;
  if (contains !== undefined && !answer.bytes.includes(contains)) return `does not contain ${contains}`;
  if (shape === undefined) return undefined;
  try {
    expectClients(shape, answer.body);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
