// In tests, every response is validated against the declaration of its route.
import { isDeepStrictEqual } from 'node:util';
import { declaredErrors } from '@lectern/contract/declared-errors';
import { errorStatuses } from '@lectern/contract/errors';
import type { RouteDescription } from '@lectern/contract/route';
import type { z } from 'zod';
import { type BytesAnswer, isBytesAnswer, isJsonAnswer } from './answers.ts';

/** Throws if a response differs from the route's declaration. */
export function checkAnswer(route: RouteDescription, result: unknown): void {
  if (isBytesAnswer(result)) {
    checkBytes(route, result);
    return;
  }
  const extra = isJsonAnswer(result) ? result : undefined;
  const status = extra?.status ?? Number(Object.keys(route.answers)[0]);
  const answer = route.answers[status];
  if (!answer) throw undeclared(route, `status ${status}`);
  const value = extra ? extra.value : result;
  if (answer.kind === 'bytes') throw undeclared(route, 'a document instead of declared bytes');
  if (answer.kind === 'empty') {
    if (value !== undefined) throw undeclared(route, 'a document instead of a declared empty response');
    return;
  }
  checkDocument(route, answer.schema, value === undefined ? undefined : JSON.stringify(value));
}

function checkDocument(route: RouteDescription, schema: z.ZodType, text: string | undefined): void {
  const sent: unknown = text === undefined ? undefined : JSON.parse(text);
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw undeclared(route, JSON.stringify(parsed.error.issues.slice(0, 5)));
  if (!isDeepStrictEqual(parsed.data, sent)) throw undeclared(route, 'fields that are not in its schema');
}

function checkBytes(route: RouteDescription, { mediaType, body }: BytesAnswer): void {
  const name = mediaType.split(';')[0];
  const declared = Object.values(route.answers).find(
    (answer) =>
      answer.kind === 'bytes' &&
      answer.mediaTypes.some((declared) => declared === name || declared === '*/*'),
  );
  if (declared?.kind !== 'bytes') throw undeclared(route, `bytes with the type ${mediaType}`);
  if (!declared.schema) return;
  const bytes = body();
  if (!(bytes instanceof Uint8Array)) throw undeclared(route, 'a stream instead of a declared document');
  checkDocument(route, declared.schema, Buffer.from(bytes).toString());
}

/** Returns an error if a route fails with an undeclared status, or undefined. */
export function findUndeclaredError(route: RouteDescription | undefined, status: number): Error | undefined {
  if (!route || declaredErrors(route).some((code) => errorStatuses[code] === status)) return undefined;
  return undeclared(route, `the error status ${status}`);
}

const undeclared = (route: RouteDescription, what: string) =>
  new Error(`${route.method} ${route.path} returns ${what}, which it does not declare`);
