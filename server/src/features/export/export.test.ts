import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { getBook } from '../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../test/harness/open-database.ts';
import { withServer } from '../../../test/harness/server.ts';
import { type Household, makeHousehold } from '../../../test/household.ts';
import { exportTo } from './index.ts';
import { commonRecords, manifestSchema, personalRecords } from './records.ts';

withServer(
  'an export',
  (server) => {
    let household: Household;
    let folder: string;
    let counts: Record<string, number>;
    const configOf = () => loadConfig({ environment: server().environment, cwd: server().folder }).config;
    const read = (...names: string[]) => readFileSync(join(folder, ...names), 'utf8');
    const lines = (...names: string[]): Record<string, unknown>[] =>
      read(...names)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const mine = () => `users/${household.anna.username}`;

    beforeAll(async () => {
      household = await makeHousehold(server(), 'ex');
      folder = join(server().folder, 'export');
      counts = await exportTo(folder, configOf(), { secrets: true });
    });

    test('contains lines that match its own schema', () => {
      const manifest = manifestSchema.parse(JSON.parse(read('export.json')));
      expect(manifest).toMatchObject({ format: 'lectern-export', version: 1, secrets: true, counts });
      for (const [name, schema] of Object.entries(commonRecords)) {
        const records = lines(`${name}.jsonl`);
        expect([name, records.length]).toEqual([name, counts[name]]);
        for (const record of records) expect(schema.strict().parse(record)).toEqual(record);
      }
      for (const [name, schema] of Object.entries(personalRecords)) {
        const records = lines(mine(), `${name}.jsonl`);
        expect([name, records.length > 0]).toEqual([name, true]);
        for (const record of records) expect(schema.strict().parse(record)).toEqual(record);
      }
    });

    test('contains a JSON Schema that validates every line', () => {
      const ajv = new Ajv2020();
      formats.default(ajv);
      ajv.addSchema(JSON.parse(read('schema.json')), 'export');
      const files = [
        ...Object.keys(commonRecords).map((name) => ({ name, records: lines(`${name}.jsonl`) })),
        ...Object.keys(personalRecords).map((name) => ({ name, records: lines(mine(), `${name}.jsonl`) })),
      ];
      for (const { name, records } of files)
        for (const record of records)
          expect([name, ajv.validate(`export#/$defs/${name}`, record), ajv.errorsText()]).toEqual([
            name,
            true,
            'No errors',
          ]);
    });

    test('states the checksum of each file, and the number of records', () => {
      const { files } = manifestSchema.parse(JSON.parse(read('export.json')));
      const written = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile() && one.name !== 'export.json')
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
      expect(Object.keys(files).toSorted()).toEqual(written.toSorted());
      for (const [name, { sha256, records }] of Object.entries(files)) {
        const bytes = readFileSync(join(folder, name));
        expect([name, hash('sha256', bytes, 'hex')]).toEqual([name, sha256]);
        if (name.endsWith('.jsonl')) expect([name, lines(name).length]).toEqual([name, records]);
      }
    });

    test('contains user edits with their locks', () => {
      expect(lines('series.jsonl').find(({ title }) => title === 'The Saga')).toMatchObject({
        edits: { title: 'The Saga', genres: ['Space Opera'], ageRating: 12 },
        locks: { title: true, genres: true, ageRating: true, summary: true },
        coverSource: 'custom',
      });
      expect(lines('books.jsonl').find(({ path }) => path === 'Saga/Saga 1.cbz')).toMatchObject({
        root: household.library.folder,
        isMissing: false,
        edits: { title: 'The Beginning', releaseDate: '2012-03' },
      });
      const cover = lines('covers.jsonl').find(({ entityType }) => entityType === 'series');
      expect(cover?.isSelected).toBe(true);
      expect(statSync(join(folder, String(cover?.file))).size).toBeGreaterThan(100);
    });

    test("contains each user's data in a separate folder", () => {
      expect(lines(mine(), 'progress.jsonl').map(({ page, completed }) => [page, completed])).toEqual(
        expect.arrayContaining([[3, false]]),
      );
      expect(lines(mine(), 'history.jsonl')).toHaveLength(3);
      const [font] = lines(mine(), 'fonts.jsonl');
      expect(existsSync(join(folder, mine(), String(font?.file)))).toBe(true);
      expect(lines('users.jsonl').find(({ username }) => username === household.anna.username)).toMatchObject(
        {
          libraryIds: [household.library.id],
          maxAgeRating: 16,
          sharingTags: [{ name: 'Grown-ups ex', access: 'allow' }],
        },
      );
    });

    test('contains copies for other programs: .cbl, ComicInfo, OPF and Markdown', () => {
      expect(read('read-lists/Evenings ex.cbl')).toMatch(/<NumIssues>2<\/NumIssues>[\s\S]*Series="The Saga"/);
      const name = household.library.name;
      const comic = read('metadata', name, 'Saga', 'Saga 1.xml');
      for (const element of [
        '<Title>The Beginning</Title>',
        '<Series>The Saga</Series>',
        '<Year>2012</Year>',
      ])
        expect(comic).toContain(element);
      expect(read('metadata', name, 'Tale', 'Tale.opf')).toContain('<dc:title>A Tale</dc:title>');
      expect(existsSync(join(folder, 'metadata', name, 'Tale', 'Extra.xml'))).toBe(false);
      expect(JSON.parse(read('metadata', name, 'Saga', 'series.json'))).toMatchObject({
        metadata: { type: 'comicSeries', name: 'The Saga', age_rating: '12+' },
      });
      expect(existsSync(join(folder, 'metadata', name, 'Tale', 'series.json'))).toBe(false);
      const [file = ''] = readdirSync(join(folder, mine(), 'highlights'));
      expect(read(mine(), 'highlights', file)).toBe(
        '# The Saga: The Beginning\n\n**Bookmark** (page 2)\n\nLook \\*here\\*\n',
      );
    });

    test('contains copies of provider metadata', async () => {
      const { id } = await getBook(server().admin, household.library.id, 'Tale.epub');
      const database = await openQuietDatabaseOf(server());
      const provided = { edits: '{}', locks: '{}', provided: '[]' };
      await database.db.updateTable('bookEdit').set(provided).where('bookId', '=', id).execute();
      await database.close();
      const again = join(server().folder, 'again');
      await exportTo(again, configOf(), { secrets: false });
      expect(readdirSync(join(again, 'metadata', household.library.name, 'Tale'))).toEqual(['Tale.opf']);
    });

    test('is readable only by its owner, and contains no secrets unless requested', async () => {
      expect(statSync(folder).mode & 0o077).toBe(0);
      expect(statSync(join(folder, 'users.jsonl')).mode & 0o077).toBe(0);
      const plain = join(server().folder, 'plain');
      await exportTo(plain, configOf(), { secrets: false });
      expect(JSON.parse(readFileSync(join(plain, 'export.json'), 'utf8')).secrets).toBe(false);
      expect(readFileSync(join(plain, 'users.jsonl'), 'utf8')).not.toMatch(/argon2|\$/);
      expect(existsSync(join(plain, mine(), 'api-keys.jsonl'))).toBe(false);
    });

    test('requires a new or empty folder, and leaves no partial export behind', async () => {
      const full = join(server().folder, 'full');
      mkdirSync(full);
      writeFileSync(join(full, 'mine.txt'), 'mine');
      await expect(exportTo(full, configOf(), { secrets: true })).rejects.toThrow(/full is not empty/);
      expect(readdirSync(full)).toEqual(['mine.txt']);
      for (const path of ['mine.txt', 'mine.txt/below'])
        await expect(exportTo(join(full, path), configOf(), { secrets: true })).rejects.toThrow(/is a file/);
    });
  },
  { withTasks: true },
);

test('fails without a database', async () => {
  const { config } = loadConfig({ environment: { LECTERN_DATA_DIR: '/nowhere/at/all' }, cwd: '/' });
  await expect(exportTo('/tmp/lectern-none', config, { secrets: true })).rejects.toThrow(
    /There is no database/,
  );
});
