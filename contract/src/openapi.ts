// Generates the API description (OpenAPI 3.1) from the routes. The interface version follows the specification.
import type { z } from 'zod';
import { type Answers, createAnswers, headers } from './openapi-answers.ts';
import { createSchemas, type Json, type Schemas } from './openapi-schemas.ts';
import { toRecord } from './records.ts';
import type { Access, RouteDescription, Routes } from './route.ts';

export const interfaceVersion = '1.27.1';

/** Returns the document for these resources. `baseUrl` is the path of the API. */
export function toOpenApi(nouns: readonly Routes[], baseUrl = ''): Json & { openapi: string } {
  const schemas = createSchemas();
  const answers = createAnswers(schemas);
  const paths: Record<string, Json> = {};
  for (const { tag, table } of nouns) {
    for (const [name, route] of Object.entries(table)) {
      const path = route.path.replace(/\{(\w+)\*\}/g, '{$1}');
      const item = paths[path] ?? {};
      item[route.method.toLowerCase()] = toOperation(route, { tag, name, schemas, answers });
      paths[path] = item;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Library Server API',
      version: interfaceVersion,
      description: [
        'A digital library server for comics, manga and ebooks.',
        'A method that an address does not have is answered 405 (`MethodNotAllowed`).',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl || '/' }],
    tags: nouns.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: { schemas: schemas.all(), responses: answers.all(), headers, securitySchemes },
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
  answers: Answers;
}

function toOperation(route: RouteDescription, { tag, name, schemas, answers }: Context): Json {
  return {
    operationId: toOperationId(tag, name),
    tags: [tag],
    summary: route.summary,
    description: [route.description, describeAccess(route.access)].filter(Boolean).join('\n\n'),
    security: route.access === 'anyone' ? [] : [{ bearer: [] }, { apiKey: [] }],
    parameters: [
      ...toParameters(route.params, 'path', schemas),
      ...toParameters(route.query, 'query', schemas),
      ...toParameters(route.headers, 'header', schemas),
    ],
    ...toBody(route, schemas),
    responses: answers.of(route),
  };
}

/** Id of an operation in the description, such as `apiKeys.remove`. */
export const toOperationId = (tag: string, name: string): string => `${toWord(tag)}.${name}`;

const toWord = (tag: string): string =>
  tag.toLowerCase().replace(/[^a-z0-9]+(\w)?/g, (_, c?: string) => c?.toUpperCase() ?? '');

function describeAccess(access: Access): string {
  if (access === 'anyone') return 'Requires no authentication.';
  if (access === 'user') return 'Available to all signed-in users.';
  return `Requires the permission ${(typeof access === 'string' ? [access] : access).map((permission) => `\`${permission}\``).join(' or ')}.`;
}

type Place = 'path' | 'query' | 'header';

function toParameters(schema: z.ZodObject | undefined, place: Place, schemas: Schemas): Json[] {
  if (!schema) return [];
  const { properties, required } = schemas.inline(schema, 'input');
  return Object.entries(toRecord(properties)).map(([name, property]) => {
    const { description, ...rest } = toRecord(property);
    return {
      name,
      in: place,
      required: place === 'path' || (Array.isArray(required) && required.includes(name)),
      ...(typeof description === 'string' && { description }),
      schema: rest,
    };
  });
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
  if (route.bytesBody !== undefined) {
    const schema = { type: 'string', format: 'binary' };
    return { requestBody: { required: false, content: { [route.bytesBody]: { schema } } } };
  }
  if (!route.body) return {};
  const content = { 'application/json': { schema: schemas.refer(route.body, 'input') } };
  return { requestBody: { required: !route.optionalBody, content } };
}
