import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import { expect, test } from 'vitest';
import { createKoboDevice } from '../../../../../test/devices/kobo.ts';
import { koboDevices } from '../../../../../test/devices/kobo-library.ts';
import { addScannedLibrary, getBook, scan } from '../../../../../test/harness/library.ts';
import { withServer } from '../../../../../test/harness/server.ts';
import { signIn } from '../../../../../test/harness/sign-in.ts';
import { makeEpub, makePdf, writeFiles } from '../../../../../test/makers/books.ts';
import { measureImage } from '../../../../../test/makers/images.ts';

withServer(
  'an EPUB that is added later next to a PDF',
  (server) => {
    test.each(['everything', 'readList'])('reaches a Kobo (%s) and catalogs', async (kind) => {
      const name = `Later ${kind}`;
      const library = await addScannedLibrary(
        server(),
        {
          'S/One.pdf': makePdf({ info: { Title: name } }),
          'S/Two.pdf': makePdf({ info: { Title: `${name} 2` } }),
        },
        { groupFormats: true },
      );
      const pdf = await getBook(server().admin, library.id, 'One.pdf');
      const me = await signIn(server());
      const list = await server().admin.post<{ id: string }>('/api/v1/readlists', { name, ids: [pdf.id] });
      const scope = kind === 'readList' ? { kind, id: list.body.id } : { kind };
      const made = await me.post<CreatedKoboDevice>(koboDevices, { name: 'Libra', scope });
      const device = createKoboDevice(made.body.apiEndpoint);
      await device.start();
      await device.sync();
      expect([...device.library.values()].map(({ metadata }) => metadata.Title)).not.toContain(name);
      const feed = async () => (await server().admin.get(`/opds/v1/books/${pdf.id}`)).bytes.toString();
      const updatedOf = (text: string) => /<updated>([^<]+)</.exec(text)?.[1] ?? '';
      const before = await feed();
      const metadata = `<dc:title>${name}</dc:title>`;
      writeFiles(library.folder, { 'S/One.epub': makeEpub({ metadata }) });
      await scan(server(), library.id);
      expect(await device.sync()).toContain('NewEntitlement');
      const held = [...device.library.values()].find(({ metadata: { Title } }) => Title === name);
      expect(held?.metadata.DownloadUrls).toHaveLength(1);
      const id = held?.metadata.EntitlementId ?? '';
      const file = await device.call('GET', `/v1/books/${id}/file/epub`);
      expect([file.status, file.bytes.equals(readFileSync(join(library.folder, 'S/One.epub')))]).toEqual([
        200,
        true,
      ]);
      const after = await feed();
      expect(after.match(/opds-spec.org\/acquisition"/g)).toHaveLength(2);
      expect(updatedOf(after) > updatedOf(before)).toBe(true);
      // Nothing changes in the next sync.
      expect(await device.sync()).toEqual([]);
    });

    test('a book without a cover has a designed one in the size that the Kobo requests', async () => {
      await addScannedLibrary(server(), {
        'Bare/Bare.epub': makeEpub({ metadata: '<dc:title>Bare book</dc:title>' }),
      });
      const me = await signIn(server());
      const made = await me.post<CreatedKoboDevice>(koboDevices, {
        name: 'Clara',
        scope: { kind: 'everything' },
      });
      const device = createKoboDevice(made.body.apiEndpoint);
      await device.start();
      await device.sync();
      const cover = await device.cover(device.byTitle('Bare book'), 1072, 1448);
      expect([cover.status, await measureImage(cover.bytes)]).toEqual([200, [965, 1448]]);
    });
  },
  { withTasks: true },
);
