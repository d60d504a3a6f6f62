// `npm run bench -- pages`: a page of 350 kB of a cbz to an authorised reader over 32 connections, beside a bare
// node:http program that sends the same bytes of the same file.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BookDto } from '@lectern/contract/books';
import { firstPageOf, pageBytes } from './first-page.ts';
import { generateLoad, type LoadResult } from './generate-load.ts';
import { addLibrary, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { startNginx } from './nginx.ts';
import { aFolder, removeFolder, startProgram } from './program.ts';
import { median, report } from './report.ts';

const load = { seconds: 5, connections: 32 };
const rounds = 5;

export async function benchPages(): Promise<void> {
  const folder = makeLibrary({ books: 40, pages: 20, pageBytes });
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  const reference = await startReference(folder);
  try {
    const { id } = await addLibrary(program, folder);
    await scan(program, id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=1');
    const paths = [`/api/v1/books/${data[0]?.id}/pages/1`];
    const { authorization } = program.headers as { authorization: string };
    const ours: LoadResult[] = [];
    const theirs: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await generateLoad({ ...load, url: program.url, authorization, paths }));
      theirs.push(await generateLoad({ ...load, url: reference.url, paths: ['/'] }));
    }
    const rate = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond));
    report({
      name: 'pages of 350 kB a second, 32 connections, beside bare node:http',
      value: rate(ours) / rate(theirs),
      unit: '×',
      budget: 0.9,
      atLeast: true,
      beside: `${rate(ours).toFixed(0)} and ${rate(theirs).toFixed(0)} a second`,
    });
    await besideNginx(rate(ours), folder);
    report({ name: '  p95 of ours', value: median(ours.map(({ p95 }) => p95)), unit: 'ms' });
    const many = data.length > 0 ? await listPaths(program) : paths;
    const spread = await generateLoad({ ...load, url: program.url, authorization, paths: many });
    report({ name: '  over every page of 40 books', value: spread.perSecond, unit: 'a second' });
  } finally {
    reference.stop();
    await program.stop();
    removeFolder(dataDir);
  }
}

/** Beside nginx, which sends the same image as a file of its own by sendfile; only where nginx is installed. */
async function besideNginx(ours: number, folder: string): Promise<void> {
  const nginx = await startNginx(folder);
  if (!nginx) return;
  try {
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      theirs.push((await generateLoad({ ...load, url: nginx.url, paths: ['/page.jpg'] })).perSecond);
    }
    report({
      name: '  beside nginx and sendfile',
      value: ours / median(theirs),
      unit: '×',
      budget: 0.3,
      atLeast: true,
      beside: `${median(theirs).toFixed(0)} a second`,
    });
  } finally {
    await nginx.stop();
  }
}

async function listPaths({ get }: { get<T>(path: string): Promise<T> }): Promise<string[]> {
  const { data } = await get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
  return data.flatMap(({ id, pageCount }) =>
    Array.from({ length: pageCount }, (_, i) => `/api/v1/books/${id}/pages/${i + 1}`),
  );
}

/** The bare program on the first page of the first book. */
async function startReference(folder: string): Promise<{ url: string; stop(): void }> {
  const { file, offset } = firstPageOf(folder);
  const program = fileURLToPath(new URL('reference-page.ts', import.meta.url));
  const child = spawn(process.execPath, [program, file, String(offset), String(pageBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { url, stop: () => void child.kill() };
}
