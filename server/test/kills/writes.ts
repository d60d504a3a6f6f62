// Kills a server at every step of a metadata write into a file or a sidecar, and verifies the remaining state: the old
// or the new file and no leftovers, the same book with its history, and a task that completes by itself.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { readZipIndex } from '@lectern/formats/archive/zip/directory';
import { readZipEntry } from '@lectern/formats/archive/zip/read';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';
import type { Client } from '../harness/client.ts';
import { makeCbz, makeEpub, makePdf } from '../makers/books.ts';
import { findLogged, letTimePass, pause, type ServerLocation, scanToEnd, settle } from './aftermath.ts';
import { expectStatus } from './drivers.ts';
import { begin, type StepFigures, type StepOptions } from './steps.ts';

/** The file of each book, and the file that is written. */
const targets = [
  { book: 'A 1.cbz', written: 'A 1.cbz' },
  { book: 'A 2.epub', written: 'A 2.epub' },
  { book: 'A 3.pdf', written: 'A 3.opf' },
] as const;
type Target = (typeof targets)[number];

/** Selects the steps of the write itself; the task has further steps. */
const isOfWrite = (step: string): boolean =>
  /new version|file_metadata|otherReaderHash|(?:before|after) commit of (?:update|insert|delete) book/.test(
    step,
  );

export async function runWrites(options: StepOptions): Promise<StepFigures> {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-writes-'));
  const orders = join(scratch, 'orders');
  const place: ServerLocation = { ...options, start: () => options.start(orders) };
  const folder = join(scratch, 'library', 'A');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'A 1.cbz'), await makeCbz({ pages: 9, mark: 'written' }));
  writeFileSync(join(folder, 'A 2.epub'), makeEpub({ metadata: '<dc:title>Two</dc:title>' }));
  writeFileSync(join(folder, 'A 3.pdf'), makePdf({ pages: [{}] }));
  const figures: StepFigures = { seen: [], killed: [], passed: [], problems: [] };
  let running = await begin(place);
  const { id: libraryId } = (
    await expectStatus(
      running.admin.post<Library>('/api/v1/libraries', {
        name: 'Written',
        path: join(scratch, 'library'),
        writeMetadata: 'files',
        allowedFormats: ['cbz', 'epub', 'pdf'],
      }),
      201,
    )
  ).body;
  await scanToEnd(running.admin, libraryId);
  await settle(running.admin);
  const books = await listBooks(running.admin);
  for (const id of books.values())
    await expectStatus(running.admin.put(`/api/v1/books/${id}/progress`, { currentPage: 1 }), 200);
  let edits = 0;

  async function order(...words: string[]): Promise<void> {
    rmSync(`${orders}.obeyed`, { force: true });
    writeFileSync(orders, words.join('\n'));
    running.victim.signal('SIGUSR2');
    while (!existsSync(`${orders}.obeyed`)) await pause(5);
  }

  /** Writes a new value. Returns the value that the file must contain afterwards. */
  async function write({ book }: Target): Promise<string> {
    const publisher = `House ${++edits}`;
    const path = `/api/v1/books/${books.get(book)}`;
    await expectStatus(running.admin.patch(`${path}/metadata`, { publisher }), 200);
    return publisher;
  }
  const ask = ({ book }: Target) => running.admin.post(`/api/v1/books/${books.get(book)}/file/metadata`);

  async function seeSteps(target: Target): Promise<string[]> {
    await write(target);
    await order('note');
    await expectStatus(ask(target), 202);
    await settle(running.admin);
    return readFileSync(`${orders}.noted`, 'utf8').split('\n').filter(isOfWrite);
  }

  async function killAt(target: Target, step: string): Promise<string[]> {
    const path = join(folder, target.written);
    const old = readFileSync(path);
    const publisher = await write(target);
    await order('kill', step);
    // The server may end before it responds.
    await ask(target).catch(() => {});
    const hasEnded = await Promise.race([
      running.victim.ended.then(() => true),
      settle(running.admin).then(
        () => false,
        () => running.victim.ended.then(() => true),
      ),
    ]);
    if (!hasEnded) {
      figures.passed.push(`${target.written}: ${step}`);
      return [];
    }
    figures.killed.push(`${target.written}: ${step}`);
    const wrong: string[] = [];
    const left = readFileSync(path);
    if (!left.equals(old) && !says(left, publisher))
      wrong.push('the file is neither the old nor the new version');
    await letTimePass(place);
    running = await begin(place);
    await settle(running.admin);
    if (!says(readFileSync(path), publisher)) wrong.push('the file does not contain the written value');
    const names = readdirSync(folder).toSorted();
    const wanted = ['A 1.cbz', 'A 2.epub', ...(names.includes('A 3.opf') ? ['A 3.opf'] : []), 'A 3.pdf'];
    if (names.join() !== wanted.join()) wrong.push(`the folder contains ${names.join()}`);
    const found = await listBooks(running.admin);
    if (JSON.stringify([...found]) !== JSON.stringify([...books]))
      wrong.push(`the books are ${[...found].join()}`);
    const progress = await running.admin.get<{ currentPage: number }>(
      `/api/v1/books/${books.get(target.book)}/progress`,
    );
    if (progress.body.currentPage !== 1) wrong.push('the reading progress is lost');
    return [...wrong, ...findLogged(running.victim)];
  }

  try {
    for (const target of targets) {
      // The first write creates the sidecar, which later writes update.
      const seen = await seeSteps(target);
      figures.seen.push(...seen);
      for (const step of options.choose?.(seen) ?? seen) {
        const wrong = await killAt(target, step);
        figures.problems.push(...wrong.map((line) => `${target.written}, ${step}: ${line}`));
        options.log?.(`${target.written}, ${step}: ${wrong.join('; ')}`);
      }
    }
  } finally {
    running.victim.signal('SIGTERM');
    await running.victim.ended;
    rmSync(scratch, { recursive: true, force: true });
  }
  return figures;
}

/** Returns book ids by file name. */
async function listBooks(admin: Client): Promise<Map<string, string>> {
  const { body } = await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50&sort=title');
  return new Map(body.data.map(({ id, path }) => [path.slice(path.lastIndexOf('/') + 1), id]));
}

/** Returns whether a file is complete and contains this publisher. */
function says(bytes: Buffer, publisher: string): boolean {
  if (bytes.subarray(0, 2).toString() !== 'PK') return hasPublisher(bytes, publisher);
  const source = bytesSource(bytes);
  const contents = readZipIndex(source, defaultLimits).entries.map((entry) =>
    Buffer.from(readZipEntry(source, entry, defaultLimits)),
  );
  return contents.some((content) => hasPublisher(content, publisher));
}

const hasPublisher = (content: Buffer, publisher: string): boolean => content.includes(`>${publisher}<`);
