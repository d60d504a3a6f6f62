import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWebClient } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-web-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'index.html'), '<head><base href="/"><meta content=""></head>');
const server = { basePath: '/lectern' } as const;
const { findPage, findMissingPage } = createWebClient({ folder, config: { server } });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test('an address that does not exist is a page for browsers', () => {
  const body = findMissingPage('/nowhere', { accept: browser })?.body();
  expect(String(body)).toContain('<base href="/lectern/"');
  for (const path of ['/a/b/c/d', '/favicon.ico', '/apiary', '/series/1/2/3/4/5'])
    expect([path, findPage(path, {}), findMissingPage(path, { accept: browser }) !== undefined]).toEqual([
      path,
      undefined,
      true,
    ]);
});

test.each([undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0', 'image/*'])(
  'a program that accepts %s gets no page',
  (accept) => expect(findMissingPage('/nowhere', accept === undefined ? {} : { accept })).toBeUndefined(),
);

test.each([
  '/api',
  '/api/v1/nothing',
  '/opds/v1.2',
  '/assets/index-00000000.js',
  '/icons/x.png',
  '/kobo/a',
  '',
])('there is no page at %s', (path) => expect(findMissingPage(path, { accept: browser })).toBeUndefined());
