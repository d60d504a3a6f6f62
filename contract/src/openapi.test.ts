import { expect, test } from 'vitest';
import { nouns } from './nouns.ts';
import { interfaceVersion, toOpenApi } from './openapi.ts';
import type { RouteDescription } from './route.ts';

type Json = Record<string, unknown>;
const printed: Json = toOpenApi(nouns, '/lectern');
const document = printed as {
  info: Json;
  servers: Json[];
  paths: Record<
    string,
    Record<
      string,
      Json & { operationId: string; responses: Json; parameters: { name: string; in: string }[] }
    >
  >;
  components: Record<'schemas' | 'responses' | 'headers', Record<string, Json>>;
};
const routes = nouns.flatMap(({ table }): RouteDescription[] => Object.values(table));
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

test('the document carries the interface version and the licence of the specification', () => {
  expect(interfaceVersion).toBe('1.27.1');
  expect(document.info).toMatchObject({ version: '1.27.1', license: { name: 'MIT' } });
  expect(document.servers).toEqual([{ url: '/lectern' }]);
});

test('every route is in it, once, under a name of its own', () => {
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map((one) => one.operationId)).size).toBe(routes.length);
});

test('summarizes each operation with a verb and an object', () => {
  for (const { summary } of routes)
    expect(summary).toMatch(/^(?!Returns)[A-Z][a-z]+( [\w/'-]+)+( \(alias\))?$|^Sign (in|out)$/);
});

test('ends descriptions with a full stop', () => {
  for (const { description } of routes) expect(description).toMatch(/[.]$/);
});

test('every parameter of a path is described', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const operation of Object.values(item)) {
      expect(operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(names);
    }
  }
});

test('every reference leads to what is there, and everything there is referred to', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(targets.length).toBeGreaterThan(50);
  for (const target of new Set(targets)) {
    const [, kind = '', name = ''] =
      /^#\/components\/(schemas|responses|headers)\/([\w-]+)$/.exec(target) ?? [];
    expect([target, Object.keys(document.components[kind as 'schemas'] ?? {})]).toEqual([
      target,
      expect.arrayContaining([name]),
    ]);
    expect(document.components[kind as 'schemas'][name]).not.toHaveProperty('$ref', target);
  }
  const unused = Object.keys(document.components.responses).filter(
    (name) => !targets.includes(`#/components/responses/${name}`),
  );
  expect(unused).toEqual(['MethodNotAllowed']);
});

test('what any request may be answered is described once, with its headers', () => {
  const { responses } = document.components;
  for (const operation of operations) {
    expect(operation.responses).toMatchObject({
      408: { $ref: '#/components/responses/RequestTimeout' },
      431: { $ref: '#/components/responses/HeaderFieldsTooLarge' },
    });
    expect([operation.operationId, Object.keys(operation.responses)]).toEqual([
      operation.operationId,
      expect.arrayContaining(['400', '408', '431']),
    ]);
  }
  expect(responses.MethodNotAllowed).toHaveProperty('headers.Allow');
  expect(responses.RateLimitExceeded).toHaveProperty('headers.Retry-After');
  expect(responses.Unauthorized).toHaveProperty('headers.WWW-Authenticate');
  expect(responses.HeaderFieldsTooLarge).toHaveProperty(
    'content.application/json.schema.$ref',
    '#/components/schemas/Error',
  );
});

test('documents of other media types are JSON with a schema, too', () => {
  const contentOf = (path: string) => document.paths[path]?.get?.responses[200];
  const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
  expect(contentOf('/api/v1/books/{id}/manifest')).toHaveProperty('content', {
    'application/webpub+json': reference('PublicationManifest'),
    'application/divina+json': reference('PublicationManifest'),
  });
  expect(contentOf('/api/v1/books/{id}/positions')).toHaveProperty('content', {
    'application/vnd.readium.position-list+json': reference('PositionList'),
  });
  expect(contentOf('/api/v1/books/{id}/progression')).toHaveProperty('content', {
    'application/vnd.readium.progression+json': reference('Progression'),
  });
  for (const { responses } of operations) {
    const json = [...JSON.stringify(responses).matchAll(/"([^"]*json)":\{"schema":(\{[^}]*\})/g)];
    for (const [, type, schema] of json)
      expect([type, schema]).not.toEqual([type, expect.stringMatching(/binary/)]);
  }
});

test('patterns are such as the tools of any language can read', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(50);
  for (const pattern of new Set(patterns)) {
    // No classes of Unicode, nothing that looks around, no names, no braces around numbers of characters.
    expect(pattern).not.toMatch(/\\[pPkX]|\(\?(?!:)|\\u\{/);
    expect(() => new RegExp(pattern)).not.toThrow();
  }
});

test('what needs authentication declares 401, what takes input 400, what everyone may call neither 401 nor 403', () => {
  const get = (path: string, method = 'get') => Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(get('/api/v1/books')).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']));
  expect(get('/api/v1/books/{id}')).toEqual(expect.arrayContaining(['304', '404']));
  expect(get('/api/v1/info')).not.toContain('401');
  expect(get('/health')).not.toContain('429');
});

test('the widths and formats of the specification are there', () => {
  const book = document.components.schemas.BookDto as {
    properties: Record<string, unknown>;
    required: string[];
  };
  expect(book.properties.fileSize).toMatchObject({ type: 'integer', format: 'int64' });
  expect(book.properties.pageCount).toMatchObject({ type: 'integer', format: 'int32' });
  expect(book.properties.createdAt).toMatchObject({ type: 'string', format: 'date-time' });
  expect(book.required).not.toContain('readProgress');
  expect(book.required).toContain('titleSort');
});
