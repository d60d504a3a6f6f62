// Compares one address of the server under load with a bare node:http program that reads and sends the same bytes of a
// file. The difference is the possible gain.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateLoad, type LoadResult } from '../program/generate-load.ts';
import type { Program } from '../program/program.ts';
import { startReference } from './start-reference.ts';

const seconds = 3;

interface BesideBare {
  ours: LoadResult;
  theirs: LoadResult;
  /** Processor time of the server for one response, in milliseconds. */
  cpuMs: number;
}

export async function measureBesideBare(
  { url, headers, cpuSeconds }: Program,
  path: string,
  connections: number,
): Promise<BesideBare> {
  const bytes = new Uint8Array(await (await fetch(url + path, { headers })).arrayBuffer());
  const file = join(tmpdir(), `lectern-bench-answer-${process.pid}`);
  writeFileSync(file, bytes);
  const reference = await startReference('page.ts', [
    '0',
    ...[String(bytes.length), String(bytes.length), file],
  ]);
  const load = { url, seconds, connections, authorization: headers.authorization, paths: [path] };
  await generateLoad({ ...load, seconds: 1 });
  const before = cpuSeconds();
  const ours = await generateLoad(load);
  const cpuMs = ((cpuSeconds() - before) * 1000) / (ours.perSecond * seconds);
  const theirs = await generateLoad({ url: reference.url, seconds, connections, paths: ['/0'] });
  reference.stop();
  rmSync(file);
  return { ours, theirs, cpuMs };
}
