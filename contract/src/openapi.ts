// The API description, OpenAPI 3.1, printed from the routes. The interface version is the specification's.
import { z } from 'zod';
import { declaredErrors } from './declared-errors.ts';
import { type ErrorCode, errorSchema, errorStatuses, rateLimitErrorSchema } from './errors.ts';
import type { Access, Answer, RouteDescription, Routes } from './route.ts';

export const interfaceVersion = '1.27.1';

type Json = { [key: string]: unknown };

/** The document for these nouns. `baseUrl` is the path that the API lies under. */
export function toOpenApi(nouns: readonly Routes[], baseUrl = ''): Json {
  const schemas = createSchemas();
  const paths: Record<string, Json> = {};
  for (const { tag, table } of nouns) {
    for (const [name, route] of Object.entries(table)) {
      const path = route.path.replace(/\{(\w+)\*\}/g, '{$1}');
      const item = paths[path] ?? {};
      item[route.method.toLowerCase()] = toOperation(route, { tag, name, schemas });
      paths[path] = item;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Library Server API',
      version: interfaceVersion,
      description: 'A digital library server for comics, manga and ebooks.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl || '/' }],
    tags: nouns.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: { schemas: schemas.all(), securitySchemes },
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
};

interface Context {
  tag: string;
  name: string;
  schemas: Schemas;
}

function toOperation(route: RouteDescription, { tag, name, schemas }: Context): Json {
  return {
    operationId: toOperationId(tag, name),
    tags: [tag],
    summary: route.summary,
    description: [route.description, describeAccess(route.access)].filter(Boolean).join('\n\n'),
    security: route.access === 'anyone' ? [] : [{ bearer: [] }, { apiKey: [] }],
    parameters: [
      ...toParameters(route.params, 'path', schemas),
      ...toParameters(route.query, 'query', schemas),
    ],
    ...toBody(route, schemas),
    responses: { ...toAnswers(route, schemas), ...toErrors(route, schemas) },
  };
}

/** The name of an operation in the description: `apiKeys.remove`. */
export const toOperationId = (tag: string, name: string): string => `${toWord(tag)}.${name}`;

const toWord = (tag: string): string =>
  tag.toLowerCase().replace(/[^a-z0-9]+(\w)?/g, (_, c?: string) => c?.toUpperCase() ?? '');

function describeAccess(access: Access): string {
  if (access === 'anyone') return 'Needs no authentication.';
  if (access === 'user') return 'For any signed-in user.';
  return `Needs the permission ${(typeof access === 'string' ? [access] : access).map((one) => `\`${one}\``).join(' or ')}.`;
}

function toParameters(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.inline(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: rest,
  }));
}

function toBody(route: RouteDescription, schemas: Schemas): Json {
  if (route.upload) {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } };
  }
  if (!route.body) return {};
  const content = { 'application/json': { schema: schemas.refer(route.body, 'input') } };
  return { requestBody: { required: !route.optionalBody, content } };
}

const rateHeaders = {
  'X-RateLimit-Limit': { description: 'Burst size.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until a token is available.', schema: { type: 'integer' } },
};

function toAnswers(route: RouteDescription, schemas: Schemas): Json {
  const answers = Object.entries(route.answers).map(([status, answer]): [string, Json] => [
    status,
    { description: answer.description, headers: rateHeaders, ...toContent(answer, schemas) },
  ]);
  const isCached =
    route.conditional || Object.values(route.answers).some((answer) => answer.kind === 'bytes');
  if (isCached) answers.push(['304', { description: 'The copy that the caller has is still good.' }]);
  return Object.fromEntries(answers);
}

function toContent(answer: Answer, schemas: Schemas): Json {
  switch (answer.kind) {
    case 'empty':
      return {};
    case 'json':
      return { content: { 'application/json': { schema: schemas.refer(answer.schema, 'output') } } };
    case 'bytes':
      return {
        content: Object.fromEntries(
          answer.mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      };
  }
}

function toErrors(route: RouteDescription, schemas: Schemas): Json {
  const byStatus = Map.groupBy(declaredErrors(route), (code): number => errorStatuses[code]);
  const taken = Object.keys(route.answers);
  const errors = [...byStatus].filter(([status]) => !taken.includes(String(status)));
  return Object.fromEntries(errors.map(([status, codes]) => [String(status), toError(codes, schemas)]));
}

function toError(codes: readonly ErrorCode[], schemas: Schemas): Json {
  const schema = codes.includes('rate_limit_exceeded') ? rateLimitErrorSchema : errorSchema;
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema: schemas.refer(schema, 'output') } },
  };
}

interface Schemas {
  /** The schema, by reference where it has a name. */
  refer(schema: z.ZodType, side: 'input' | 'output'): Json;
  /** The schema itself. */
  inline(schema: z.ZodType, side: 'input' | 'output'): Json;
  all(): Record<string, Json>;
}

/** Named schemas are collected once; what is read and what is written of one name agree in this API. */
function createSchemas(): Schemas {
  // Any JSON value: its recursive definition would say no more than this.
  const named: Record<string, Json> = { JsonValue: { description: 'Any JSON value.' } };
  const convert = (schema: z.ZodType, side: 'input' | 'output'): Json => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: side,
      unrepresentable: 'any',
      reused: 'inline',
      cycles: 'ref',
    }) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs ?? {}))
      named[name] ??= relocate(definition) as Json;
    return relocate(rest) as Json;
  };
  return {
    inline: convert,
    refer(schema, side) {
      const name = z.globalRegistry.get(schema)?.id;
      if (name === undefined) return convert(schema, side);
      // Converting may name it already: a schema that meets itself comes back as a reference.
      const converted = convert(schema, side);
      named[name] ??= converted;
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** References inside one schema become references into the document; names of its own go. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (key === 'id' && typeof item === 'string') return [];
    if (key === '$ref' && typeof item === 'string')
      return [[key, item.replace('#/$defs/', '#/components/schemas/')]];
    return [[key, relocate(item)]];
  });
  return Object.fromEntries(entries);
}
