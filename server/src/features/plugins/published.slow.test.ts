// Runs published third-party plugins unchanged against simulated sites on loopback.
import type { Plugin, PluginMatch, PluginMetadata } from '@lectern/contract/plugins/plugins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness/server.ts';
import {
  online,
  patchPlugin,
  pluginsPath,
  searchPlugin,
  uploadPlugin,
} from '../../../test/plugins/plugin-calls.ts';
import { packPublished } from '../../../test/plugins/published.ts';
import { startUpstream, type Upstream } from '../../../test/plugins/upstream.ts';

describe('published plugins', () => {
  let upstream: Upstream;
  let server: TestServer;
  beforeAll(async () => {
    upstream = await startUpstream();
    server = await startTestServer({ environment: online, pluginPreload: [upstream.preload] });
  });
  afterAll(async () => {
    await server.stop();
    upstream.stop();
  });

  const install = async (name: string): Promise<Plugin> => {
    const { status, body } = await uploadPlugin(server.admin, packPublished(name));
    expect(status).toBe(201);
    return patchPlugin(server.admin, body.id, { isEnabled: true });
  };

  test('searches books with Open Library', async () => {
    const plugin = await install('metadata-openlibrary');
    expect(plugin).toMatchObject({
      state: 'ready',
      package: '@ashdev/codex-plugin-metadata-openlibrary',
      name: 'metadata-openlibrary',
      can: { metadata: ['book'], releases: false },
      configFields: [expect.objectContaining({ key: 'maxResults', kind: 'number' })],
    });
    upstream.answers.set('/openlibrary.org/search.json', () => ({
      numFound: 1,
      docs: [
        {
          key: '/works/OL45804W',
          title: 'Fantastic Mr Fox',
          author_name: ['Roald Dahl'],
          first_publish_year: 1970,
          cover_i: 8739161,
          isbn: ['9780140328721'],
        },
      ],
    }));
    const found = await searchPlugin(server.admin, plugin.id, 'fantastic mr fox', 'book');
    expect(found.body.results).toMatchObject([
      { externalId: '/works/OL45804W', title: 'Fantastic Mr Fox', year: 1970, authors: ['Roald Dahl'] },
    ]);
    upstream.answers.set('/openlibrary.org/isbn/9780140328721.json', () => ({
      key: '/books/OL7353617M',
      title: 'Fantastic Mr. Fox',
      isbn_13: ['9780140328721'],
      works: [{ key: '/works/OL45804W' }],
    }));
    upstream.answers.set('/openlibrary.org/works/OL45804W.json', () => ({
      key: '/works/OL45804W',
      title: 'Fantastic Mr Fox',
      description: { value: 'A fox.' },
      subjects: ['Foxes'],
    }));
    const path = `${pluginsPath}/${plugin.id}`;
    const wanted = { kind: 'book', title: 'Fantastic', authors: ['Roald Dahl'], isbn: '9780140328721' };
    const matched = await server.admin.post<PluginMatch>(`${path}/match`, wanted);
    expect([matched.body.match?.title, (matched.body.confidence ?? 0) > 0.9]).toEqual([
      'Fantastic Mr. Fox',
      true,
    ]);
    const externalId = matched.body.match?.externalId ?? '';
    const described = await server.admin.post<PluginMetadata>(`${path}/metadata`, {
      kind: 'book',
      externalId,
    });
    expect(described.body.fields).toMatchObject({ externalId, title: 'Fantastic Mr Fox', summary: 'A fox.' });
    const series = await searchPlugin(server.admin, plugin.id, 'x', 'series');
    expect([series.status, series.body.reason]).toEqual([502, 'plugin_said']);
  });

  test.each([
    ['release-mangaupdates', 'ready'],
    ['release-nyaa', 'ready'],
    // Requires the address of its service in the configuration.
    ['release-tsundoku', 'needs_setup'],
  ])('%s starts and responds', async (name, state) => {
    const plugin = await install(name);
    expect([plugin.state, plugin.name, plugin.can.releases]).toEqual([state, name, true]);
    expect((await server.admin.post(`${pluginsPath}/${plugin.id}/test`)).status).toBe(200);
  });
});
