// Names of series, lists and files with a special meaning in file systems, headers or archives.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { Answer } from '../harness/client.ts';
import { addScannedLibrary, listBooks, listSeries, type TestLibrary } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { makeCbz } from '../makers/books.ts';

const names: Record<string, string> = {
  'a way up': '../..',
  'parent folders': '../../../../etc/cron.d/x',
  'a root': '/etc/passwd',
  'a drive': 'C:\\Windows\\system32',
  'a share': '\\\\server\\share',
  'a device': 'CON',
  'another device': 'nul.txt',
  'a device name in full-width letters': 'ＣＯＮ',
  emoji: '🦇🧛🏽‍♂️',
  '300 bytes': '巻'.repeat(100),
  'an injected header': 'a\r\nSet-Cookie: x=1\r\n\r\n<script>',
  'quotes and semicolons': 'a"; filename="b.exe',
  'percent signs': "%2e%2e%2f%00'(*)",
  'another direction': 'gpj.\u202eexe.cbz',
  'dots and spaces': ' ... ',
  'a hidden file': '.htaccess',
  'a null': 'a\0b',
  'a flag': '-rf *',
};
/** The names that a file system can store. */
const fileNames = [
  'CON.cbz',
  'nul.tar.cbz',
  'up\\..\\..\\.cbz',
  'dots....cbz',
  'a"; filename="b.exe.cbz',
  '🦇.cbz',
  `${'巻'.repeat(80)}.cbz`,
  'line\nbreak.cbz',
  'gpj.\u202eexe.cbz',
  'C:drive?*.cbz',
  'trailing .cbz',
];

/** Returns the problems of the download name in a response. */
function findFaults(what: string, { status, headers }: Answer): string[] {
  const header = headers.get('content-disposition') ?? '';
  const [, plain = '', encoded = ''] =
    /^attachment; filename="([\x20-\x7e]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(header) ?? [];
  const name = decodeURIComponent(encoded);
  const faults = [
    status !== 200 && `is ${status}`,
    plain === '' && `has the header ${JSON.stringify(header)}`,
    /["\\/]/.test(plain) && `has a plain name with separators: ${plain}`,
    ...[plain, name].map((one) => findFault(one)),
    headers.get('set-cookie') !== null && 'sets a cookie',
  ];
  return faults.flatMap((fault) => (fault ? [`${what} ${fault}`] : []));
}

/** Returns why a system could misinterpret the name of a file. Undefined if the name is safe. */
function findFault(name: string): string | undefined {
  if (/[/\\:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return `has a forbidden character: ${name}`;
  if (/^[. ]|[. ]$/.test(name)) return `starts or ends with a dot or space: ${name}`;
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)) return `is a device: ${name}`;
  if (Buffer.byteLength(name) > 240) return `is too long: ${name}`;
  return name === '' ? 'has no name' : undefined;
}

async function listEntries(bytes: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(bytes);
  const found: string[] = [];
  for await (const entry of zip.eachEntry()) found.push(entry.fileName);
  return found;
}

withServer(
  'names with a special meaning',
  (server) => {
    const listFolders = ({ folder }: TestLibrary) => [
      ...readdirSync(server().folder, { recursive: true, encoding: 'utf8' }),
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }),
    ];

    test('series and lists with any name have a safe download name', async () => {
      const files: Record<string, Buffer> = {};
      for (const [n, name] of Object.values(names).entries()) {
        const series = name
          .replace(/[^\P{Cc}]/gu, '')
          .replaceAll('<', '&lt;')
          .replaceAll('"', '&quot;');
        const comicInfo = `<Series>${series}</Series>`;
        files[`${n}/Book ${n}.cbz`] = await makeCbz({ mark: `named ${n}`, comicInfo });
      }
      const library = await addScannedLibrary(server(), files);
      const before = listFolders(library);
      const { admin } = server();
      const found = await listSeries(admin, library.id);
      // Some names are equal after case folding. The names that matter are distinct.
      const titles = found.map(({ title }) => title);
      expect(titles).toEqual(expect.arrayContaining(['../..', 'CON', '🦇🧛🏽‍♂️', '巻'.repeat(100)]));
      const faults: string[] = [];
      for (const { id, title } of found) {
        const answer = await admin.get(`/api/v1/series/${id}/download`);
        faults.push(...findFaults(`the series ${title}`, answer));
        for (const entry of await listEntries(answer.bytes)) {
          const fault = findFault(entry);
          if (fault) faults.push(`the entry ${entry} ${fault}`);
        }
      }
      for (const [what, name] of Object.entries(names)) {
        const made = await admin.post<{ id: string }>('/api/v1/readlists', { name });
        // Invalid names and names of other lists are rejected.
        if (made.status !== 201) {
          expect([400, 409], what).toContain(made.status);
          continue;
        }
        faults.push(
          ...findFaults(`the list ${name}`, await admin.get(`/api/v1/readlists/${made.body.id}/export`)),
        );
      }
      expect(faults).toEqual([]);
      const stays = (path: string) => !/^data$|thumbnails|lectern\.db|cache/.test(path);
      expect(listFolders(library).filter(stays)).toEqual(before.filter(stays));
    });

    test('files have a safe download name, alone and in the zip of their series', async () => {
      const files: Record<string, Buffer> = {};
      for (const [n, name] of fileNames.entries())
        files[`Files/${name}`] = await makeCbz({ mark: `file ${n}` });
      const library = await addScannedLibrary(server(), files);
      const { admin } = server();
      const books = await listBooks(admin, library.id);
      expect(books).toHaveLength(fileNames.length);
      const faults: string[] = [];
      for (const { id, path } of books)
        faults.push(...findFaults(`the file ${path}`, await admin.get(`/api/v1/books/${id}/file`)));
      const all = new Set<string>();
      for (const { id, title } of await listSeries(admin, library.id)) {
        const answer = await admin.get(`/api/v1/series/${id}/download`);
        faults.push(...findFaults(`the series ${title}`, answer));
        for (const entry of await listEntries(answer.bytes)) {
          all.add(entry.toLowerCase());
          const fault = findFault(entry);
          if (fault) faults.push(`the entry ${entry} ${fault}`);
        }
      }
      expect(faults).toEqual([]);
      expect(all.size).toBe(fileNames.length);
    });
  },
  { withTasks: true },
);
