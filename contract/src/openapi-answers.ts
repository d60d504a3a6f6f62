// Responses in the API description. Each set of errors and each header is described once and referenced.

import { declaredErrors } from './declared-errors.ts';
import { type ErrorCode, errorSchema, errorStatuses, rateLimitErrorSchema } from './errors.ts';
import type { Json, Schemas } from './openapi-schemas.ts';
import { keysOf } from './records.ts';
import type { Answer, RouteDescription } from './route.ts';

/** Errors that can occur before the operation is known. */
const errorsOfRequests: readonly ErrorCode[] = [
  'validation_failed',
  'request_timeout',
  'header_fields_too_large',
];

const number = (description: string) => ({ description, schema: { type: 'integer' } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

const rateHeaders = {
  'X-RateLimit-Limit': number('Maximum burst size.'),
  'X-RateLimit-Remaining': number('Remaining requests.'),
  'X-RateLimit-Reset': number('Seconds until a request is available.'),
};
export const headers = {
  'X-Request-Id': text('Id of the request in the server log.'),
  ...rateHeaders,
  Allow: text('Allowed methods of the path.'),
  'Retry-After': number('Seconds to wait before the next request.'),
  'WWW-Authenticate': text('Supported authentication methods.'),
};
type Header = keyof typeof headers;

const refer = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const always: readonly Header[] = ['X-Request-Id'];
const rateNames = keysOf(rateHeaders);
const ofError: { [C in ErrorCode]?: Header } = {
  unauthorized: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  rate_limit_exceeded: 'Retry-After',
  unavailable: 'Retry-After',
};

export interface Answers {
  /** Responses of an operation by status. */
  of(route: RouteDescription): Json;
  /** Referenced responses by name. */
  all(): Json;
}

export function createAnswers(schemas: Schemas): Answers {
  const shared: Record<string, Json> = {};
  const referToError = (codes: readonly ErrorCode[]): Json => {
    const name = codes.map(toName).join('Or');
    shared[name] ??= toError(codes, schemas);
    return { $ref: `#/components/responses/${name}` };
  };
  // Unknown methods belong to no operation.
  referToError(['method_not_allowed']);
  return {
    of: (route) => ({ ...toErrors(route, referToError), ...toSuccesses(route, schemas) }),
    all: () => Object.fromEntries(Object.entries(shared).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** Converts `header_fields_too_large` to `HeaderFieldsTooLarge`. */
const toName = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function toSuccesses(route: RouteDescription, schemas: Schemas): Json {
  const known = refer(route.rateLimit === 'exempt' ? always : [...always, ...rateNames]);
  const answers = Object.entries(route.answers).map(([status, answer]): [string, Json] => [
    status,
    { description: answer.description, headers: known, ...toContent(answer, schemas) },
  ]);
  const isCached =
    route.conditional || Object.values(route.answers).some((answer) => answer.kind === 'bytes');
  if (isCached)
    answers.push(['304', { description: 'The cached copy of the caller is current.', headers: known }]);
  return Object.fromEntries(answers);
}

function toContent(answer: Answer, schemas: Schemas): Json {
  switch (answer.kind) {
    case 'empty':
      return {};
    case 'json': {
      const { schema, mediaType = 'application/json' } = answer;
      return { content: { [mediaType]: { schema: schemas.refer(schema, 'output') } } };
    }
    case 'bytes': {
      const schema = answer.schema
        ? schemas.refer(answer.schema, 'output')
        : { type: 'string', format: 'binary' };
      return { content: Object.fromEntries(answer.mediaTypes.map((type) => [type, { schema }])) };
    }
  }
}

function toErrors(route: RouteDescription, referToError: (codes: readonly ErrorCode[]) => Json): Json {
  const codes = [...new Set([...declaredErrors(route), ...errorsOfRequests])];
  const byStatus = Map.groupBy(codes.toSorted(), (code): number => errorStatuses[code]);
  return Object.fromEntries([...byStatus].map(([status, those]) => [String(status), referToError(those)]));
}

function toError(codes: readonly ErrorCode[], schemas: Schemas): Json {
  const schema = codes.includes('rate_limit_exceeded') ? rateLimitErrorSchema : errorSchema;
  const further = codes.flatMap((code) => ofError[code] ?? []);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: refer([...always, ...new Set(further)]),
    content: { 'application/json': { schema: schemas.refer(schema, 'output') } },
  };
}
