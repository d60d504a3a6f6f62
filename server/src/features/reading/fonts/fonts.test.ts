import { maxFonts } from '@lectern/contract/reading/fonts';
import { expect, test } from 'vitest';
import { makeSfnt, makeWoff, makeWoff2 } from '../../../../test/fonts.ts';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const fonts = '/api/v1/user/fonts';

interface Told {
  id: string;
  name: string;
  format: string;
  sizeBytes: number;
}

function add(who: Client, bytes: Uint8Array, name = 'Nice Serif.ttf') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return who.request<Told & { error?: string; reason?: string }>('POST', fonts, { raw: form });
}
const list = async (who: Client) => (await who.get<{ fonts: Told[] }>(fonts)).body.fonts;

withServer('fonts of a user', (server) => {
  test('are stored unchanged, listed with their names, and sent with their media type', async () => {
    const me = await signIn(server());
    expect(await list(me)).toEqual([]);
    const given = [
      ['Nice Serif.woff2', 'woff2', makeWoff2()],
      ['Old.woff', 'woff', makeWoff()],
      ['読みやすい.ttf', 'ttf', makeSfnt()],
    ] as const;
    for (const [name, format, bytes] of given) {
      const { status, body } = await add(me, bytes, name);
      expect([status, body.name, body.format]).toEqual([201, name.replace(/\.\w+$/, ''), format]);
      const file = await me.get(`${fonts}/${body.id}/file`);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(file.headers.get('content-type')).toBe(`font/${format}`);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(file.headers.get('cache-control')).toMatch(/^private/);
      const etag = file.headers.get('etag') ?? '';
      expect((await me.get(`${fonts}/${body.id}/file`, { 'if-none-match': etag })).status).toBe(304);
    }
    expect((await list(me)).map(({ name }) => name)).toEqual(['Nice Serif', 'Old', '読みやすい']);
  });

  test('stores identical bytes once, and removes a font', async () => {
    const me = await signIn(server());
    const first = await add(me, makeWoff2());
    const again = await add(me, makeWoff2(), 'Another name.woff2');
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect((await me.delete(`${fonts}/${first.body.id}`)).status).toBe(204);
    expect((await me.delete(`${fonts}/${first.body.id}`)).status).toBe(404);
    expect((await me.get(`${fonts}/${first.body.id}/file`)).status).toBe(404);
    expect(await list(me)).toEqual([]);
  });

  test('are hidden from other users, including administrators', async () => {
    const me = await signIn(server());
    const other = await signIn(server());
    const { id } = (await add(me, makeWoff2())).body;
    for (const who of [other, server().admin]) {
      expect((await who.get(`${fonts}/${id}/file`)).status).toBe(404);
      expect((await who.delete(`${fonts}/${id}`)).status).toBe(404);
      expect((await list(who)).map((font) => font.id)).not.toContain(id);
    }
    expect((await add(other, makeWoff2())).status).toBe(201);
    expect((await server().as({}).get(`${fonts}/${id}/file`)).status).toBe(401);
  });

  test.each([
    ['text', Buffer.from('not a font, but long enough to be one'), 415, 'not_a_font'],
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415, 'not_a_font'],
    ['a damaged font', makeWoff2().subarray(0, 60), 400, 'font_damaged'],
    ['a font without letters', makeSfnt(['cmap', 'head', 'hhea', 'hmtx', 'maxp']), 400, 'font_damaged'],
    ['more than 10 MiB', Buffer.alloc(10 * 1024 ** 2 + 1), 413, 'font_too_large'],
  ])('rejects %s', async (_, bytes, status, reason) => {
    const me = await signIn(server());
    const answer = await add(me, bytes);
    expect([answer.status, answer.body.reason]).toEqual([status, reason]);
    expect(await list(me)).toEqual([]);
  });

  test('get displayable names', async () => {
    const me = await signIn(server());
    for (const [index, [given, shown]] of (
      [
        ['..%2f..%2fetc%2fpasswd', '..%2f..%2fetc%2fpasswd'],
        ['C:\\fonts\\My Font.OTF', 'My Font'],
        [`${'x'.repeat(300)}.ttf`, 'x'.repeat(100)],
        ['.ttf', 'Font'],
        ['a\u202eb.ttf', 'ab'],
      ] as const
    ).entries())
      expect((await add(me, makeSfnt(undefined, { filler: index + 1 }), given)).body.name).toBe(shown);
  });

  test('are limited to twenty, even for concurrent uploads', async () => {
    const me = await signIn(server());
    const answers = await Promise.all(
      Array.from({ length: maxFonts + 3 }, (_, index) => add(me, makeSfnt(undefined, { filler: index + 1 }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: maxFonts }, () => 201),
      ...[409, 409, 409],
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.reason).toBe('fonts_full');
    // An existing font is still accepted.
    expect((await add(me, makeSfnt(undefined, { filler: 1 }))).status).toBe(200);
  });

  test('can only be added and removed with write permission', async () => {
    const me = await signIn(server());
    const { id } = (await add(me, makeWoff2())).body;
    const { key } = await makeKey(me, { permissions: ['books:read'] });
    const narrow = server().as({ 'x-api-key': key });
    expect((await add(narrow, makeWoff())).status).toBe(403);
    expect((await narrow.delete(`${fonts}/${id}`)).status).toBe(403);
    expect((await narrow.get(`${fonts}/${id}/file`)).status).toBe(200);
  });

  test('are deleted with their user', async () => {
    const me = await signIn(server());
    const { id } = (await add(me, makeWoff2())).body;
    const { id: userId } = (await me.get<{ id: string }>('/api/v1/auth/me')).body;
    expect((await server().admin.delete(`/api/v1/users/${userId}`)).status).toBe(204);
    const database = await openQuietDatabaseOf(server());
    try {
      const left = database.db.selectFrom('userFont').select('id').where('id', '=', id);
      expect(await left.execute()).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
