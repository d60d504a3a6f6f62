// `npm run bench -- start`: time from the start of the process to the first response with 100,000 books, and the first
// page of books of 500 MB that are still unopened.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeRar4 } from '@lectern/server/testing';
import { makeLibrary } from './books/make-library.ts';
import { toZip } from './books/zip.ts';
import { median, report } from './figures/report.ts';
import { scan, settle } from './program/library.ts';
import { aFolder, removeFolder, startProgram } from './program/program.ts';

const rounds = 5;

export async function benchStart(): Promise<void> {
  const dataDir = aFolder();
  try {
    await fill(dataDir, makeLibrary({ books: 100_000, pages: 1, pageBytes: 200 }));
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timeStart(dataDir));
    report({
      name: 'start to the first answer with 100,000 books',
      value: median(times) / 1000,
      unit: 's',
      budget: 0.6,
    });
  } finally {
    removeFolder(dataDir);
  }
  await benchFirstPage();
}

async function fill(dataDir: string, ...folders: string[]): Promise<void> {
  const program = await startProgram(dataDir);
  for (const [i, path] of folders.entries()) {
    const { id } = await program.post<{ id: string }>('/api/v1/libraries', { name: `Library ${i}`, path });
    await scan(program, id);
  }
  await settle(program);
  await program.stop();
}

/** Requests a whole list as a signed-in user. */
async function timeStart(dataDir: string): Promise<number> {
  const program = await startProgram(dataDir);
  const startedMs = performance.now();
  await program.get('/api/v1/books?pageSize=50');
  const listMs = performance.now() - startedMs;
  await program.stop();
  return program.startMs + listMs;
}

const pages = 1_400;

async function benchFirstPage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-large-'));
  const dataDir = aFolder();
  try {
    const files = Array.from({ length: pages }, (_, i) => {
      const bytes = makePage(i);
      return { name: `${String(i + 1).padStart(4, '0')}.jpg`, bytes, crc: crc32(bytes) };
    });
    writeFileSync(join(folder, 'large.cbz'), toZip(files));
    writeFileSync(
      join(folder, 'large.cbr'),
      makeRar4(files.map(({ name, bytes }) => ({ name, content: bytes }))),
    );
    await fill(dataDir, folder);
    for (const [format, budget] of [
      ['cbz', 30],
      ['cbr', 60],
    ] as const) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await timeFirstPage(dataDir, format));
      report({
        name: `first page of a never-opened ${format} of 500 MB`,
        value: median(times),
        unit: 'ms',
        budget,
      });
    }
  } finally {
    removeFolder(dataDir);
    rmSync(folder, { recursive: true });
  }
}

async function timeFirstPage(dataDir: string, format: string): Promise<number> {
  const program = await startProgram(dataDir);
  const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
  const book = data.find(({ fileFormat }) => fileFormat === format);
  const startedMs = performance.now();
  const response = await fetch(`${program.url}/api/v1/books/${book?.id}/pages/${pages / 2}`, {
    headers: program.headers,
  });
  const { byteLength } = await response.arrayBuffer();
  const ms = performance.now() - startedMs;
  await program.stop();
  if (response.status !== 200 || byteLength < 300_000) throw new Error(`${format}: ${response.status}`);
  return ms;
}

function makePage(index: number): Buffer {
  const page = Buffer.alloc(357_000, index & 0xff);
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0x00, 0x0b, 8, 0x07, 0x08, 0x04, 0xb0, 1, 1, 0x11, 0]).copy(page);
  page.writeUInt32BE(index, 100);
  return page;
}
