// Finds the test files that reach a mutated line: a run of the tests on marked sources records each reached mark.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { insertAll, type Mutation } from './mutations.ts';

/** Names the folder into which test processes write. The configuration of Vitest adds `current-file.ts` if it is set. */
export const hitsVariable = 'LECTERN_TEST_HITS';

export interface Target {
  path: string;
  source: string;
  mutation: Mutation;
}

/** In the server's sources, because its bundle and its worker processes include it. */
const recorder = join('server', 'src', 'mutant-hits.ts');

/**
 * Marks every target by its index. A process of Vitest knows its test file. Other processes find it by their
 * ancestors. A worker process serves several files, so that it looks again after some milliseconds.
 */
const toRecorder = (folder: string): string => `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const folder = ${JSON.stringify(folder)};
const seen = new Set<string>();
const lastMs: number[] = [];
function findFile(): string | undefined {
  const vitest: any = (globalThis as any).__vitest_worker__;
  if (vitest?.filepath) return vitest.filepath;
  for (let pid = process.ppid; pid > 1; ) {
    const current = folder + '/current-' + pid;
    if (existsSync(current)) return readFileSync(current, 'utf8');
    const stat = readFileSync('/proc/' + pid + '/stat', 'latin1');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  return undefined;
}
export function hit(index: number): void {
  const nowMs = Date.now();
  if (nowMs - (lastMs[index] ?? 0) < 20) return;
  lastMs[index] = nowMs;
  try {
    const file = findFile();
    if (file === undefined || seen.has(index + file)) return;
    seen.add(index + file);
    appendFileSync(folder + '/hits-' + index, file + '\\n');
  } catch {}
}
`;

/** Writes the marked sources. Returns a function that restores them. */
export function markSources(targets: readonly Target[], folder: string): () => void {
  const sources = new Map(targets.map(({ path, source }) => [path, source]));
  writeFileSync(recorder, toRecorder(folder));
  for (const [path, source] of sources) {
    const inFile = targets.flatMap((target, index) =>
      target.path === path ? [{ mutation: target.mutation, index }] : [],
    );
    const specifier = relative(dirname(path), recorder);
    const tail = `\nimport { hit as recordHit } from '${specifier.startsWith('.') ? '' : './'}${specifier}';\n`;
    writeFileSync(path, mark(source, inFile) + tail);
  }
  return () => {
    for (const [path, source] of sources) writeFileSync(path, source);
    rmSync(recorder, { force: true });
  };
}

/** Returns the source with a call of `recordHit` before each mutated expression or statement. */
export const mark = (source: string, marks: readonly { mutation: Mutation; index: number }[]): string =>
  insertAll(
    source,
    marks.flatMap(({ mutation, index }) => toInsertions(mutation, index)),
  );

function toInsertions({ reach }: Mutation, index: number): { position: number; text: string }[] {
  const mark = `recordHit(${index}), `;
  return reach.isStatement
    ? [{ position: reach.start, text: mark }]
    : [
        { position: reach.start, text: `(${mark}` },
        { position: reach.end, text: ')' },
      ];
}

/** Returns the test files that reached each target, nearest first. */
export function readHits(folder: string, path: string, index: number): string[] {
  const file = join(folder, `hits-${index}`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const files = [...new Set(lines)].map((line) => relative(process.cwd(), line));
  return files.toSorted((a, b) => countShared(b, path) - countShared(a, path));
}

/** Number of folders that both paths begin with. */
function countShared(a: string, b: string): number {
  const words = a.split('/');
  const others = b.split('/');
  const differing = words.findIndex((word, index) => word !== others[index]);
  return differing === -1 ? words.length : differing;
}
