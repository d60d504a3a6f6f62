// Meaning of single fields of the compatibility API: completeness, devices, times and ISBNs.
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { addShelf, type Shelf } from '../../../../test/compat/shelf.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { withServer } from '../../../../test/harness/server.ts';

interface Page<T> {
  content: T[];
}
interface Listed {
  name: string;
  lastModified: string;
}

withServer(
  'details of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let staff: Client;

    beforeAll(async () => {
      shelf = await addShelf(server());
      staff = anApp(server(), server().admin);
    });

    test('a series is complete with its total number of books, and neither complete nor incomplete without a total', async () => {
      const setTotal = async (title: string, totalBookCount: number) =>
        expect(
          (await staff.patch(`/api/v1/series/${shelf.seriesId(title)}/metadata`, { totalBookCount })).status,
        ).toBe(204);
      await setTotal('Akira', 3);
      await setTotal('Bone', 6);
      const namesOf = async (operator: string) => {
        const condition = { complete: { operator } };
        const { body } = await staff.post<Page<Listed>>('/api/v1/series/list', { condition });
        return body.content.map(({ name }) => name);
      };
      expect(await namesOf('isTrue')).toEqual(['Akira']);
      expect(await namesOf('isFalse')).toEqual(['Bone']);
      const { body } = await staff.get<Page<Listed>>('/api/v1/series?complete=false');
      expect(body.content.map(({ name }) => name)).toEqual(['Bone']);
    });

    test('series are ordered by the returned time', async () => {
      const shown = async () =>
        (await staff.get<Page<Listed>>('/api/v1/series?sort=lastModified,desc')).body.content.map(
          ({ lastModified }) => lastModified,
        );
      await staff.patch(`/api/v1/series/${shelf.seriesId('Zot')}/metadata`, { summary: 'Edited' });
      const times = await shown();
      expect(times).toEqual(times.toSorted().reverse());
      const { body } = await staff.get<{ lastModified: string; fileLastModified: string }>(
        `/api/v1/series/${shelf.seriesId('Zot')}`,
      );
      expect(body.lastModified).toBe(body.fileLastModified);
    });

    test('a position contains the device that reported it', async () => {
      const deviceOf = async (name: string) => {
        const path = `/api/v1/books/${shelf.bookId(name)}`;
        return (await staff.get<{ readProgress: unknown }>(path)).body.readProgress;
      };
      const place = { currentPage: 2, deviceId: 'tablet-1', deviceName: 'My tablet' };
      await server().admin.put(`/api/v1/books/${shelf.bookId('Akira 1.cbz')}/progress`, place);
      expect(await deviceOf('Akira 1.cbz')).toMatchObject({ deviceId: 'tablet-1', deviceName: 'My tablet' });
      await server().admin.post(`/api/v1/books/${shelf.bookId('Akira 2.cbz')}/read`);
      expect(await deviceOf('Akira 2.cbz')).toMatchObject({ completed: true, deviceId: '', deviceName: '' });
    });

    test('an ISBN is validated and stored with thirteen digits', async () => {
      const path = `/api/v1/books/${shelf.bookId('Bone 1.cbz')}`;
      const wrong = await staff.patch<{ violations: { fieldName: string }[] }>(`${path}/metadata`, {
        isbn: '9780963660948',
      });
      expect([wrong.status, wrong.body.violations[0]?.fieldName]).toEqual([400, 'isbn']);
      expect((await staff.patch(`${path}/metadata`, { isbn: '0-9636609-4-2' })).status).toBe(204);
      const isbn = async () => (await staff.get<{ metadata: { isbn: string } }>(path)).body.metadata.isbn;
      expect(await isbn()).toMatch(/^978\d{10}$/);
      expect((await staff.patch(`${path}/metadata`, { isbn: '' })).status).toBe(204);
      expect(await isbn()).toBe('');
    });

    test('announcements have all required keys', async () => {
      const { body } = await staff.get('/api/v1/announcements');
      expect(body).toEqual({
        version: expect.any(String),
        title: expect.any(String),
        home_page_url: '',
        description: '',
        items: [],
      });
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
