// Sends raw requests of the fuzz tests and validates the responses.

import { type Agent, request as ask, type IncomingMessage } from 'node:http';
import { reasonKeys } from '@lectern/contract/reasons';
import { toRecord } from '@lectern/contract/records';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const patienceMs = 20_000;

/**
 * Rejects if the server closes the connection or does not answer in time. Closes an event stream after it has started.
 */
export function sendOdd(url: string, request: FuzzRequest, agent: Agent): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const { method, path, headers, body } = request;
    const lengths = body ? { 'content-length': String(body.length) } : {};
    const outgoing = ask({ hostname, port, method, path, headers: { ...headers, ...lengths }, agent });
    outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error('timed out without a response')));
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const isEndless = headers['content-type'] === 'text/event-stream';
      const chunks: Buffer[] = [];
      const finish = () => resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', finish);
      response.once('error', reject);
      if (!isEndless) return;
      finish();
      outgoing.destroy();
    });
    outgoing.end(body);
  });
}

/** Describes an error that no protocol permits in a response. Undefined if there is none. */
export function findBreak(_: FuzzRequest, { status, headers, text }: FuzzAnswer): string | undefined {
  // The mail server of an earlier request does not exist.
  const isOfMailServer = status === 502 && text.includes('"error":"mail_failed"');
  if (status >= 500 && !isOfMailServer) return `is answered ${status} ${text.slice(0, 200)}`;
  return headers['x-request-id'] ? undefined : `returns ${status} without a request id`;
}

/** Describes how an API response violates the contract. Undefined if it does not. */
export function findFault(request: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { method } = request;
  const { status, text } = answer;
  const found = findBreak(request, answer);
  if (found !== undefined) return found;
  if (status < 400 || method === 'HEAD') return undefined;
  return isErrorShape(text)
    ? undefined
    : `returns ${status} in a different error format: ${text.slice(0, 200)}`;
}

const reasons = new Set<unknown>(reasonKeys);

function isErrorShape(text: string): boolean {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof body !== 'object' || body === null) return false;
  const { error, message, reason, params, details: _, retry_after: __, ...others } = toRecord(body);
  const isNamed = typeof error === 'string' && /^[a-z_]+$/.test(error);
  const isExplained = reason === undefined ? params === undefined : reasons.has(reason);
  return isNamed && isExplained && typeof message === 'string' && Object.keys(others).length === 0;
}

/** Formats the request for an error message. */
export function show({ method, path, headers, body }: FuzzRequest): string {
  const { authorization: _, ...shown } = headers;
  const text = body?.toString('latin1') ?? '';
  const cut = text.length > 400 ? `${text.slice(0, 200)}…(${text.length})…${text.slice(-200)}` : text;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${JSON.stringify(cut)}`;
}
