// Changes random lines of server/src and formats/src one at a time, and reports whether the tests fail.
//   npm run mutants -- [--count 40] [--seed 1] [--near] [--all] [--files server/src/catalog]
// Each mutant runs the type check, the tests below its folder, and the tests of `npm test`. `--near` omits the last
// step. With --all, the surviving mutants also run `npm run test:all`.
import { spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createDice } from '../../server/test/fuzz/dice.ts';
import { guardRun, runVariable } from '../../server/test/harness/run-guard.ts';
import { wholeRunVariable } from '../../server/test/harness/whole-run.ts';
import { watchParents } from '../runtime.mjs';
import { apply, listMutations, type Mutation } from './mutations.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
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
  /** Returns the program and its arguments for the changed file. */
  toCommand(path: string): string[];
  environment?: Record<string, string>;
}

const vitest = ['vitest', 'run', '--bail', '1', '--reporter', 'dot'];
const stages: Stage[] = [
  {
    name: 'the type check',
    toCommand: () => ['node', 'node_modules/typescript-native/bin/tsc', '-p', '.', '--checkers', '1'],
  },
  {
    name: 'the tests below its folder',
    toCommand: (path) => [...vitest, '--passWithNoTests', `${dirname(path)}/`],
  },
  ...(values.near ? [] : [{ name: '`npm test`', toCommand: () => vitest }]),
  ...(values.all
    ? [{ name: '`npm run test:all`', toCommand: () => vitest, environment: { [wholeRunVariable]: '1' } }]
    : []),
];

/** Picks a mutation of a random line with mutations. */
function pickMutant(): Mutant {
  const lines = globSync(`${values.files}/**/*.ts`)
    .filter((path) => !/[.]test[.]ts$|[.]d[.]ts$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8');
      const mutations = Object.values(Object.groupBy(listMutations(source), ({ line }) => line));
      return mutations.map((ofLine) => ({ path, source, ofLine: ofLine ?? [] }));
    });
  const { path, source, ofLine } = dice.pick(lines);
  return { path, source, mutation: dice.pick(ofLine) };
}

/** Returns the name of the first failing stage. Undefined if all pass. */
async function findCatcher({ path, source, mutation }: Mutant): Promise<string | undefined> {
  const restore = () => writeFileSync(path, source);
  process.on('exit', restore);
  writeFileSync(path, apply(source, mutation));
  try {
    for (const { name, toCommand, environment } of stages)
      if (!(await passes(toCommand(path), environment))) return name;
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
const count = Number(values.count);
const caught = new Map<string, number>();
for (let i = 1; i <= count; i++) {
  const mutant = pickMutant();
  const { start, end, line, text } = mutant.mutation;
  const catcher = (await findCatcher(mutant)) ?? 'nothing';
  caught.set(catcher, (caught.get(catcher) ?? 0) + 1);
  const before = mutant.source.slice(start, end).split('\n')[0];
  console.log(`${i}. ${mutant.path}:${line} ${before} -> ${text.split('\n')[0]}: noticed by ${catcher}`);
}
console.log([...caught].map(([name, times]) => `\n${times} of ${count} noticed by ${name}`).join(''));
