// In tests every answer is compared with what its route declares; a difference is a fault of ours.
import { isDeepStrictEqual } from 'node:util';
import { declaredErrors } from '@lectern/contract/declared-errors';
import { errorStatuses } from '@lectern/contract/errors';
import type { RouteDescription } from '@lectern/contract/route';
import { type BytesAnswer, isBytesAnswer, isJsonAnswer } from './answers.ts';

/** Throws when an answer is not what the route declares. */
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
  if (answer.kind === 'bytes') throw undeclared(route, 'a document where bytes are declared');
  if (answer.kind === 'empty') {
    if (value !== undefined) throw undeclared(route, 'a document where nothing is declared');
    return;
  }
  const sent: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const parsed = answer.schema.safeParse(sent);
  if (!parsed.success) throw undeclared(route, JSON.stringify(parsed.error.issues.slice(0, 5)));
  if (!isDeepStrictEqual(parsed.data, sent)) throw undeclared(route, 'fields that its schema does not name');
}

function checkBytes(route: RouteDescription, { mediaType }: BytesAnswer): void {
  const name = mediaType.split(';')[0];
  const fits = Object.values(route.answers).some(
    (answer) =>
      answer.kind === 'bytes' &&
      answer.mediaTypes.some((declared) => declared === name || declared === '*/*'),
  );
  if (!fits) throw undeclared(route, `bytes of the type ${mediaType}`);
}

/** The fault when a route fails in a way that it does not declare, or undefined. */
export function findUndeclaredError(route: RouteDescription | undefined, status: number): Error | undefined {
  if (!route || declaredErrors(route).some((code) => errorStatuses[code] === status)) return undefined;
  return undeclared(route, `the error status ${status}`);
}

const undeclared = (route: RouteDescription, what: string) =>
  new Error(`${route.method} ${route.path} answers ${what}, which it does not declare`);
