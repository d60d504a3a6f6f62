import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { WebClient } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-web-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'index.html'), '<head><base href="/"><meta content=""></head>');
mkdirSync(join(folder, 'assets'));
const asset = join(folder, 'assets', 'part-12345678.js');
for (const end of ['', '.br', '.gz']) writeFileSync(asset + end, `part${end}`);
const server = { basePath: '/lectern' } as const;
const client = new WebClient({ folder, config: { server } });
const { routes } = client;
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test('returns a page to browsers for an unknown address', () => {
  const body = client.findMissingPage('/nowhere', { accept: browser })?.body();
  expect(String(body)).toContain('<base href="/lectern/"');
  for (const path of ['/a/b/c/d', '/favicon.ico', '/apiary', '/series/1/2/3/4/5'])
    expect([
      path,
      client.findPage(path, {}),
      client.findMissingPage(path, { accept: browser }) !== undefined,
    ]).toEqual([path, undefined, true]);
});

test.each([undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0', 'image/*'])(
  'returns no page to a program that accepts %s',
  (accept) =>
    expect(client.findMissingPage('/nowhere', accept === undefined ? {} : { accept })).toBeUndefined(),
);

test.each([
  '/api',
  '/api/v1/nothing',
  '/opds/v1.2',
  '/assets/index-00000000.js',
  '/icons/x.png',
  '/kobo/a',
  '',
])('returns no page for %s', (path) =>
  expect(client.findMissingPage(path, { accept: browser })).toBeUndefined(),
);

/** Requests the asset with this Accept-Encoding. Returns its coding, ETag and content. */
async function sendAsset(encoding: string) {
  const call = {
    params: { name: 'part-12345678.js' },
    request: { headers: { 'accept-encoding': encoding } },
  };
  const answer = (await routes.find(({ name }) => name === 'asset')?.handler(call as never)) as BytesAnswer;
  return [answer.headers?.['Content-Encoding'], answer.etag, String(await answer.body())];
}

test('sends an asset in an accepted coding, and returns 404 after its file was deleted or replaced', async () => {
  const [, etag] = await sendAsset('');
  expect(await sendAsset('')).toEqual([undefined, etag, 'part']);
  expect(await sendAsset('gzip, br')).toEqual(['br', `${etag}-br`, 'part.br']);
  expect(await sendAsset('gzip, br;q=0')).toEqual(['gzip', `${etag}-gzip`, 'part.gz']);
  writeFileSync(asset, 'another part');
  await expect(sendAsset('')).rejects.toMatchObject({ code: 'not_found' });
  rmSync(asset);
  await expect(sendAsset('')).rejects.toMatchObject({ code: 'not_found' });
});
