// `npm run bench -- covers`: thumbnails and uploaded covers for an authorized reader over 32 connections, each compared
// with a bare node:http program that sends the same bytes of a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { toRecord } from '@lectern/contract/records';
import { generateLoad } from './generate-load.ts';
import { addLibrary, scan, settle } from './library.ts';
import { makePictures } from './make-library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { startReference } from './reference.ts';
import { median, report } from './report.ts';

const load = { seconds: 5, connections: 32 };
const rounds = 5;

export async function benchCovers(): Promise<void> {
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const { id } = await addLibrary(program, await makePictures(60, { width: 600, height: 900 }));
    await scan(program, id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=60');
    const paths = data.map((book) => `/api/v1/books/${book.id}/thumbnail`);
    await measure(program, { name: 'thumbnails', paths, folder: dataDir });
    const cover = `/api/v1/books/${data[0]?.id}`;
    const uploaded = await upload(program, cover, await read(program, `${cover}/pages/1`));
    const image = `${cover}/covers/${uploaded}/image`;
    await measure(program, { name: 'uploaded covers', paths: [image], folder: dataDir });
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

async function read({ url, headers }: Program, path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url + path, { headers })).arrayBuffer());
}

/** Returns the id of the cover. */
async function upload(
  { url, headers }: Program,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'cover.jpg');
  const answer = await fetch(`${url}${path}/cover`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return String(toRecord(await answer.json()).id);
}

interface Served {
  name: string;
  paths: string[];
  folder: string;
}

async function measure(program: Program, { name, paths, folder }: Served): Promise<void> {
  const bytes = await read(program, paths[0] ?? '');
  const file = join(folder, 'reference.jpg');
  writeFileSync(file, bytes);
  const length = String(bytes.length);
  const reference = await startReference('reference-page.ts', ['0', length, length, file]);
  const { authorization } = program.headers;
  const ours: number[] = [];
  const theirs: number[] = [];
  let cpuSeconds = 0;
  for (let round = 0; round < rounds; round++) {
    const before = program.cpuSeconds();
    ours.push((await generateLoad({ ...load, url: program.url, authorization, paths })).perSecond);
    cpuSeconds += program.cpuSeconds() - before;
    theirs.push((await generateLoad({ ...load, url: reference.url, paths: ['/0'] })).perSecond);
  }
  reference.stop();
  report({
    name: `${name} of ${Math.round(bytes.length / 1000)} kB a second, 32 connections, relative to bare node:http`,
    value: median(ours) / median(theirs),
    unit: '×',
    beside: `${median(ours).toFixed(0)} and ${median(theirs).toFixed(0)} a second`,
  });
  const answers = ours.reduce((sum, perSecond) => sum + perSecond * load.seconds, 0);
  report({ name: '  processor time of one', value: (cpuSeconds / answers) * 1000, unit: 'ms' });
}
