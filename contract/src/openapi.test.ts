import { expect, test } from 'vitest';
import { nouns } from './nouns.ts';
import { interfaceVersion, toOpenApi } from './openapi.ts';
import type { RouteDescription } from './route.ts';

type Json = Record<string, unknown>;
const document = toOpenApi(nouns, '/lectern') as {
  info: Json;
  servers: Json[];
  paths: Record<
    string,
    Record<
      string,
      Json & { operationId: string; responses: Json; parameters: { name: string; in: string }[] }
    >
  >;
  components: { schemas: Record<string, Json> };
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

test('every parameter of a path is described', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const operation of Object.values(item)) {
      expect(operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(names);
    }
  }
});

test('every reference leads to a schema', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(targets.length).toBeGreaterThan(50);
  for (const target of new Set(targets)) {
    expect(target).toMatch(/^#\/components\/schemas\/\w+$/);
    const name = target.split('/').at(-1) ?? '';
    expect(document.components.schemas).toHaveProperty(name);
    expect(document.components.schemas[name]).not.toHaveProperty('$ref', target);
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
