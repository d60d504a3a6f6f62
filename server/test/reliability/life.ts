// Items that users add to a server: covers, settings, metadata, panels, links, ratings, positions, notes, sessions.

import { begin } from '../harness/clients/uploads.ts';
import type { TestServer } from '../harness/server.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import { makePage } from '../makers/books.ts';
import type { FilledShelf } from '../makers/shelf.ts';
import { packPlugin } from '../plugins/made-plugin.ts';
import { uploadPlugin } from '../plugins/plugin-calls.ts';

/** Creates the items that the shelf does not have. */
export async function makeLife({ admin }: TestServer, reader: SignedIn, shelf: FilledShelf): Promise<void> {
  const good = async (answer: Promise<{ status: number; bytes: Buffer }>) => {
    const { status, bytes } = await answer;
    if (status >= 300) throw new Error(`${status} ${bytes.toString()}`);
  };
  const [book] = shelf.sagaBooks;
  for (const [path, raw] of [
    [`/api/v1/books/${book?.id}/cover`, await makePage(1, 'a cover')],
    [`/api/v1/series/${shelf.saga.id}/cover`, await makePage(2, 'another')],
  ] as const) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(raw)]), 'cover.jpg');
    await good(admin.request('POST', path, { raw: form }));
  }
  await good(uploadPlugin(admin, packPlugin({ name: 'catalog' })));
  await good(admin.put('/api/v1/admin/settings/opds.page_size', { value: 70 }));
  const different = { bookIds: [shelf.epub.id, shelf.pdf.id], dismissed: true };
  await good(admin.patch('/api/v1/duplicates/formats', different));
  await good(admin.patch(`/api/v1/books/${book?.id}/metadata`, { title: 'By hand', summary: 'Of a person' }));
  await good(admin.patch(`/api/v1/series/${shelf.saga.id}/metadata`, { genres: ['Épopée'], tags: ['kept'] }));
  await good(admin.put(`/api/v1/books/${book?.id}/pages/1/panels`, { panels: [[0, 0, 100, 50]] }));
  await good(admin.post('/api/v1/users/invitations', { note: 'Grandma' }));
  const fromAddress = 'library@example.org';
  const mail = { host: 'localhost', port: 465, security: 'tls', username: null, fromAddress, fromName: '' };
  await good(admin.put('/api/v1/admin/mail', mail));
  await good(admin.post(`/api/v1/users/${reader.userId}/password-reset`, {}));
  await good(reader.put('/api/v1/user/pin', { currentPassword: reader.password, pin: '4711' }));
  await good(admin.post('/api/v1/auth/device', { name: 'Reader' }));
  const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'family' });
  await good(admin.put(`/api/v1/series/${shelf.saga.id}/sharing-tags`, { tagIds: [tag.body.id] }));
  for (const [n, who] of [admin, reader].entries()) {
    await good(who.put(`/api/v1/series/${shelf.saga.id}/rating`, { rating: 60 + n, notes: 'so, so' }));
    await good(who.put('/api/v1/user/preferences', { colours: { dark: n === 0 }, words: ['漫画'] }));
    await good(who.put(`/api/v1/books/${shelf.epub.id}/progress`, { currentPage: 1 }));
    const marked = {
      kind: 'highlight',
      locator: { href: 'OEBPS/c1.xhtml', text: { highlight: 'words' } },
      note: `mine ${n}`,
    };
    await good(
      who.put(`/api/v1/books/${shelf.epub.id}/annotations/0193b0c0-0000-7000-8000-00000000000${n}`, marked),
    );
    const session = { startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:10:00Z', bookId: book?.id };
    const id = `0193b0c0-0000-7000-8000-0000000000a${n}`;
    await good(who.post('/api/v1/reading-sessions', { sessions: [{ ...session, id }] }));
  }
  const [library] = (await admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body.data;
  await begin(admin, 9, { libraryId: library?.id ?? '', filename: 'Half of it.cbz' });
}
