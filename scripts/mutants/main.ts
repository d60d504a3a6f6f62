// Changes random lines of server/src and formats/src one at a time, and reports whether the tests fail.
//   npm run mutants -- [--count 40] [--seed 1] [--all] [--files server/src/catalog]
// Runs `npm test` once to record which test files reach which lines. Each mutant runs the type check and the test files
// that reach its line. With --all, the record covers `npm run test:all`, and the surviving mutants also run its files.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDice } from '../../server/test/fuzz/dice.ts';
import { guardRun, runVariable } from '../../server/test/harness/run/run-guard.ts';
import { wholeRunVariable } from '../../server/test/harness/run/whole-run.ts';
import { watchParents } from '../runtime.mjs';
import { hitsVariable, markSources, readHits } from './hits.ts';
import { apply, listMutations, type Mutation } from './mutations.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    files: { type: 'string', default: '{server,formats}/src' },
  },
});
const dice = createDice(Number(values.seed));
/** Limit for endless mutants, which count as caught. */
const limitMs = 45 * 60_000;

interface Mutant {
  path: string;
  source: string;
  mutation: Mutation;
}

interface Stage {
  name: string;
  command: string[];
  environment?: Record<string, string>;
}

const whole = { [wholeRunVariable]: '1' };
const vitest = ['vitest', 'run', '--reporter', 'dot'];
const typeCheck = ['node', 'node_modules/typescript-native/bin/tsc', '-p', '.', '--checkers', '1'];

/**
 * The stages of a mutant, cheapest first. Code that runs when its module is loaded runs once per process, so that the
 * record does not show the files that depend on it: all files run.
 */
function listStages({ path, mutation }: Mutant, reaching: readonly string[]): Stage[] {
  const fast = reaching.filter((file) => !file.includes('.slow.'));
  const toTests = (files: readonly string[]) => [
    ...vitest,
    '--bail',
    '1',
    ...(mutation.isOnLoad ? [] : files),
  ];
  const runs = (files: readonly string[]) => mutation.isOnLoad || files.length > 0;
  const near = fast.filter((file) => dirname(file) === dirname(path));
  return [
    { name: 'the type check', command: typeCheck },
    ...(near.length > 0
      ? [{ name: 'the tests in its folder', command: [...vitest, '--bail', '1', ...near] }]
      : []),
    ...(runs(fast) ? [{ name: '`npm test`', command: toTests(fast) }] : []),
    ...(values.all && runs(reaching)
      ? [{ name: '`npm run test:all`', command: toTests(reaching), environment: whole }]
      : []),
  ];
}

/** Picks mutations of random lines with mutations. */
function pickMutants(count: number): Mutant[] {
  const lines = globSync(`${values.files}/**/*.ts`)
    .filter((path) => !/[.]test[.]ts$|[.]d[.]ts$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8');
      const mutations = Object.values(Object.groupBy(listMutations(source), ({ line }) => line));
      return mutations.map((ofLine) => ({ path, source, ofLine: ofLine ?? [] }));
    });
  const picked = new Map<string, Mutant>();
  while (picked.size < Math.min(count, lines.length)) {
    const { path, source, ofLine } = dice.pick(lines);
    const mutation = dice.pick(ofLine);
    picked.set(`${path}:${mutation.line}`, { path, source, mutation });
  }
  return [...picked.values()];
}

/** Returns the test files that reach each mutant. */
async function findReaching(mutants: readonly Mutant[]): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-hits-'));
  const restore = markSources(mutants, folder);
  process.on('exit', restore);
  try {
    await passes(vitest, { [hitsVariable]: folder, ...(values.all && whole) });
    return mutants.map(({ path }, index) => readHits(folder, path, index));
  } finally {
    restore();
    process.off('exit', restore);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the name of the first failing stage. Undefined if all pass. */
async function findCatcher(mutant: Mutant, reaching: readonly string[]): Promise<string | undefined> {
  const { path, source, mutation } = mutant;
  const restore = () => writeFileSync(path, source);
  process.on('exit', restore);
  writeFileSync(path, apply(source, mutation));
  try {
    for (const { name, command, environment } of listStages(mutant, reaching))
      if (!(await passes(command, environment))) return name;
    return undefined;
  } finally {
    restore();
    process.off('exit', restore);
  }
}

function passes(
  [command = '', ...args]: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      timeout: limitMs,
      killSignal: 'SIGKILL',
      // Each run ends its own processes.
      env: { ...process.env, ...environment, [runVariable]: '' },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

guardRun();
watchParents(() => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
const mutants = pickMutants(Number(values.count));
const reaching = await findReaching(mutants);
const caught = new Map<string, number>();
for (const [index, mutant] of mutants.entries()) {
  const { start, end, line, text } = mutant.mutation;
  const catcher = (await findCatcher(mutant, reaching[index] ?? [])) ?? 'nothing';
  caught.set(catcher, (caught.get(catcher) ?? 0) + 1);
  const before = mutant.source.slice(start, end).split('\n')[0];
  console.log(
    `${index + 1}. ${mutant.path}:${line} ${before} -> ${text.split('\n')[0]}: noticed by ${catcher}`,
  );
}
console.log(
  [...caught].map(([name, times]) => `\n${times} of ${mutants.length} noticed by ${name}`).join(''),
);
