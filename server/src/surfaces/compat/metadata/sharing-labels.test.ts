// Sharing labels of apps made for another server are sharing tags of this server.
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../../test/compat/shelf.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

interface Page {
  content: { name: string }[];
  totalElements: number;
}

withServer(
  'sharing labels of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let staff: Client;
    let reader: Client;
    let maintainer: Client;
    beforeAll(async () => {
      shelf = await addShelf(server());
      staff = anApp(server(), server().admin);
      reader = anApp(server(), server().reader);
      maintainer = anApp(server(), await signIn(server(), { role: 'maintainer' }));
    });

    const toPath = (title: string) => `/api/v1/series/${shelf.seriesId(title)}`;
    const label = (who: Client, title: string, sharingLabels: unknown, more: object = {}) =>
      who.patch(`${toPath(title)}/metadata`, { sharingLabels, ...more });
    const labelsOf = async (who: Client, title: string) => {
      const { body } = await who.get<{ metadata: { sharingLabels: string[] } }>(toPath(title));
      return body.metadata.sharingLabels;
    };
    const list = async (who: Client, condition: object) => {
      const { status, body } = await who.post<Page>('/api/v1/series/list?size=100', { condition });
      expect(status).toBe(200);
      return body;
    };

    test('set, show and remove sharing tags, which hide the series immediately', async () => {
      const { admin } = server();
      expect((await label(staff, 'Bone', ['Kids', 'kids', 'Horror'])).status).toBe(204);
      const { sharingTags } = (
        await admin.get<{ sharingTags: { id: string; name: string }[] }>(`${toPath('Bone')}/sharing-tags`)
      ).body;
      expect(sharingTags.map(({ name }) => name)).toEqual(['Horror', 'Kids']);
      const tagId = sharingTags[0]?.id;
      const anna = await signIn(server());
      const limits = { sharedLibraryIds: [], sharingTags: [{ tagId, access: 'deny' }] };
      expect((await admin.put(`/api/v1/users/${anna.userId}/restrictions`, limits)).status).toBe(200);
      const restricted = anApp(server(), anna);
      expect((await restricted.get(toPath('Bone'))).status).toBe(404);

      // Clients send back the labels that they received.
      const shown = await labelsOf(staff, 'Bone');
      expect(shown).toEqual(['Horror', 'Kids']);
      expect((await label(staff, 'Bone', shown, { summary: 'Edited.' })).status).toBe(204);
      expect((await restricted.get(toPath('Bone'))).status).toBe(404);
      expect(await labelsOf(maintainer, 'Bone')).toEqual(['Horror', 'Kids']);
      expect(await labelsOf(reader, 'Bone')).toEqual([]);

      expect((await label(staff, 'Bone', ['kids'])).status).toBe(204);
      expect((await restricted.get(toPath('Bone'))).status).toBe(200);
      expect((await label(staff, 'Bone', null)).status).toBe(204);
      expect(await labelsOf(staff, 'Bone')).toEqual([]);
      for (const path of ['/api/v1/sharing-labels', '/api/v2/sharing-labels?unpaged=true'])
        expect(JSON.stringify((await staff.get(path)).body)).toContain('Horror');
      expect((await reader.get('/api/v1/sharing-labels')).body).toEqual([]);
    });

    test('answer 400 and change nothing if they cannot be set', async () => {
      expect((await label(staff, 'Zot', ['known'])).status).toBe(204);
      const refused = async (who: Client, sharingLabels: unknown) => {
        const answer = await label(who, 'Zot', sharingLabels, { summary: 'Not saved.' });
        expect([sharingLabels, answer.status]).toEqual([sharingLabels, 400]);
        expectClients('validationError', answer.body);
        return answer.body;
      };
      for (const wrong of ['known', 5, { a: 1 }, [5], [''], ['x'.repeat(101)], Array(101).fill('x')])
        await refused(staff, wrong);
      // Creating a tag requires the permission to manage users.
      const refusal = await refused(maintainer, ['known', 'KNOWN', 'unknown']);
      expect(refusal).toMatchObject({ violations: [{ fieldName: 'sharingLabels.2' }] });
      expect(await labelsOf(staff, 'Zot')).toEqual(['known']);
      const { body } = await staff.get<{ metadata: { summary: string } }>(toPath('Zot'));
      expect(body.metadata.summary).not.toBe('Not saved.');
      expect((await label(maintainer, 'Akira', ['KNOWN'])).status).toBe(204);
      expect(await labelsOf(staff, 'Akira')).toEqual(['known']);
      expect((await label(reader, 'Akira', [])).status).toBe(403);
    });

    test('are always locked', async () => {
      const lockOf = async () => {
        const path = toPath('Bone');
        return (await staff.get<{ metadata: { sharingLabelsLock: boolean } }>(path)).body.metadata
          .sharingLabelsLock;
      };
      const before = await labelsOf(staff, 'Bone');
      const lock = (sharingLabelsLock: unknown, more: object = {}) =>
        staff.patch(`${toPath('Bone')}/metadata`, { sharingLabelsLock, ...more });
      // Clients lock what they set, and send the locks that they were shown.
      for (const more of [{}, { sharingLabels: before }, { titleLock: false }])
        expect([more, (await lock(true, more)).status, await lockOf()]).toEqual([more, 204, true]);
      for (const wrong of [false, null, 'x']) {
        const answer = await lock(wrong, { sharingLabels: ['Not saved'] });
        expect([wrong, answer.status]).toEqual([wrong, 400]);
        expectClients('validationError', answer.body);
        expect(answer.body).toMatchObject({ violations: [{ fieldName: 'sharingLabelsLock' }] });
      }
      expect(await labelsOf(staff, 'Bone')).toEqual(before);
    });

    test('of books answer 400, because only series have them', async () => {
      const { body } = await staff.get<{ content: { id: string }[] }>(`${toPath('Bone')}/books`);
      const id = body.content[0]?.id ?? '';
      const change = { sharingLabels: ['Kids'] };
      expect((await staff.patch(`/api/v1/books/${id}/metadata`, change)).status).toBe(400);
      expect((await staff.patch('/api/v1/books/metadata', { [id]: change })).status).toBe(400);
    });

    test('in conditions of readers match as if no series had any', async () => {
      expect((await label(staff, 'Bone', ['secret'])).status).toBe(204);
      const is = { sharingLabel: { operator: 'is', value: 'secret' } };
      const isNot = { sharingLabel: { operator: 'isNot', value: 'secret' } };
      const isNull = { sharingLabel: { operator: 'isNull' } };
      const isNotNull = { sharingLabel: { operator: 'isNotNull' } };
      const deleted = { deleted: { operator: 'isFalse' } };
      const { totalElements: all } = await list(reader, deleted);
      for (const [condition, total] of [
        [is, 0],
        [isNot, all],
        [isNull, all],
        [isNotNull, 0],
        [{ allOf: [is, deleted] }, 0],
        [{ anyOf: [is, { title: { operator: 'is', value: 'Bone' } }] }, 1],
      ] as const)
        expect([condition, (await list(reader, condition)).totalElements]).toEqual([condition, total]);
      const query = '/api/v1/series?sharing_label=secret';
      expect((await reader.get<Page>(query)).body.totalElements).toBe(0);
      const groups = await reader.post('/api/v1/series/list/alphabetical-groups', { condition: is });
      expect([groups.status, groups.body]).toEqual([200, []]);
      for (const who of [staff, maintainer]) {
        expect((await list(who, is)).content.map(({ name }) => name)).toEqual(['Bone']);
        expect((await who.get<Page>(query)).body.totalElements).toBe(1);
        expect((await list(who, isNot)).totalElements).toBe(all - 1);
      }
    });
  },
  { withTasks: true, environment: compatEnvironment },
);
