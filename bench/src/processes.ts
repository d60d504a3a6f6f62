// `npm run bench -- processes`: one, two and four servers on one PostgreSQL, each with a separate data folder. All
// connections are distributed among them. Needs `LECTERN_BENCH_POSTGRES=postgres://…`, a server that may create
// databases.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { generateLoad } from './generate-load.ts';
import { addLibrary, scan, settle } from './library.ts';
import { makePictures } from './make-library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { median, report } from './report.ts';
import { withPostgres } from './rows.ts';
import { postgresServer } from './sizes.ts';

const connections = 32;
const seconds = 5;
const rounds = 3;

export const benchProcesses = (): Promise<void> => withPostgres(postgresServer, compare);

async function compare(postgres: string | undefined): Promise<void> {
  if (postgres === undefined) throw new Error('LECTERN_BENCH_POSTGRES=postgres://… names no server');
  const folders = Array.from({ length: 4 }, aFolder);
  const programs: Program[] = [];
  try {
    for (const dataDir of folders) {
      if (programs.length > 0) copyFileSync(join(folders[0] ?? '', 'secret'), join(dataDir, 'secret'));
      programs.push(await startProgram({ dataDir, postgres }));
      if (programs.length === 1) await fill(programs);
    }
    const works = await listWorks(programs);
    for (const { name, paths } of works) {
      const rates: number[] = [];
      for (const count of [1, 2, 4]) rates.push(await measure(programs.slice(0, count), paths));
      for (const [i, count] of [2, 4].entries())
        report({
          name: `${name}, ${count} servers relative to one`,
          value: (rates[i + 1] ?? Number.NaN) / (rates[0] ?? Number.NaN),
          unit: '×',
          beside: `${rates[i + 1]?.toFixed(0)} and ${rates[0]?.toFixed(0)} a second`,
        });
    }
  } finally {
    for (const program of programs) await program.stop();
    folders.forEach(removeFolder);
  }
}

async function fill([program]: readonly Program[]): Promise<void> {
  if (!program) return;
  const { id } = await addLibrary(program, await makePictures(200, { width: 600, height: 900 }));
  await scan(program, id);
  await settle(program);
}

async function listWorks(programs: readonly Program[]) {
  const { data = [] } = (await programs[0]?.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50')) ?? {};
  const of = (rest: string) => data.map(({ id }) => `/api/v1/books/${id}${rest}`);
  const works = [
    { name: 'lists of 50 books', paths: ['/api/v1/books?pageSize=50'] },
    { name: 'pages', paths: of('/pages/1') },
    { name: 'thumbnails', paths: of('/thumbnail') },
  ];
  // Lets each server draw its thumbnails and open the books.
  for (const { url, headers } of programs)
    for (const { paths } of works)
      for (const path of paths) await (await fetch(url + path, { headers })).arrayBuffer();
  return works;
}

/** Returns the responses per second of all servers together. */
async function measure(programs: readonly Program[], paths: string[]): Promise<number> {
  const rates: number[] = [];
  const share = { seconds, connections: connections / programs.length };
  // A session of one server is valid on all servers.
  const authorization = programs[0]?.headers.authorization ?? '';
  for (let round = 0; round < rounds; round++) {
    const results = await Promise.all(
      programs.map(({ url }) => generateLoad({ ...share, url, authorization, paths })),
    );
    rates.push(results.reduce((sum, { perSecond }) => sum + perSecond, 0));
  }
  return median(rates);
}
