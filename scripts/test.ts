// The test commands. Other arguments go to Vitest.
//   node scripts/test.ts              npm test: static checks and the tests that finish within ten minutes
//   node scripts/test.ts --all        npm run test:all: static checks and every test; with --shard 2/4 a quarter of the tests
//   node scripts/test.ts --no-tests   npm run check: static checks only
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { guardRun } from '../server/test/harness/run/run-guard.ts';
import { wholeRunVariable } from '../server/test/harness/run/whole-run.ts';
import { watchParents } from './runtime.mjs';
import { describeFailures, type Failures, listFilesToRepeat, reportVariable } from './tests/failures.ts';

const isWholeRun = process.argv.includes('--all');
const runsTests = !process.argv.includes('--no-tests');
const vitestArguments = process.argv.slice(2).filter((word) => word !== '--all');
/** A shard runs in addition to `npm test`, which has run the static checks. */
const isShard = vitestArguments.some((word) => word.startsWith('--shard'));
if (isWholeRun) process.env[wholeRunVariable] = '1';
guardRun();
watchParents(() => process.exit(1));

interface Step {
  name: string;
  command: string;
  args: string[];
}

/** Results of earlier checks. A changed lock file clears the cache: the installer replaces node_modules. */
const cache = join('node_modules', '.cache', 'lectern-check');

/**
 * The native compiler. It keeps its results in a file: the next run checks only what a change concerns. Its default of
 * four checkers takes twice as much time and memory on two cores.
 */
const checkTypes = (name: string, folder: string): Step => ({
  name: `types of ${name}`,
  command: 'node',
  args: [
    'node_modules/typescript-native/bin/tsc',
    '-p',
    folder,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    join(cache, `${name.replaceAll(' ', '-')}.tsbuildinfo`),
  ],
});

/** The longest come first, so that both lanes end at about the same time. */
const statics: Step[] = [
  // Checks all packages as a single program: separate checks would repeat the sources of the server.
  checkTypes('the program and its tests', '.'),
  { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  checkTypes('web', 'web'),
  { name: 'messages of web', command: 'node', args: ['scripts/check-messages.ts'] },
  {
    name: 'dependency rule',
    command: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      '--cache',
      join(cache, 'dependency-cruiser'),
      '--cache-strategy',
      'content',
      'contract/src',
      'formats/src',
      'server/src',
      'web/src',
      'e2e',
      'bench',
    ],
  },
  { name: 'architecture', command: 'node', args: ['scripts/check-architecture.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  checkTypes('contract', 'contract'),
  { name: 'patterns', command: 'node', args: ['scripts/check-patterns.ts'] },
  { name: 'dangers', command: 'node', args: ['scripts/check-dangers.ts'] },
  { name: 'references', command: 'node', args: ['scripts/check-references.ts'] },
  { name: 'reference pages', command: 'node', args: ['scripts/check-reference-pages.ts'] },
  { name: 'promises', command: 'node', args: ['scripts/check-promises.ts'] },
  { name: 'dependencies', command: 'node', args: ['scripts/check-supply.ts'] },
];
const toTests = (...args: string[]): Step => ({
  name: 'tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=./scripts/tests/failed-files.ts', ...args],
});

interface Outcome {
  name: string;
  ok: boolean;
  output: string;
}

function run({ name, command, args }: Step, live = false): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', (error) => resolve({ name, ok: false, output: error.message }));
    child.on('exit', (code) => resolve({ name, ok: code === 0, output }));
  });
}

/** Runs two steps at a time. */
async function runAll(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await run(step);
      outcomes.push(outcome);
      console.log(`${outcome.ok ? 'ok    ' : 'FAILED'} ${outcome.name}`);
      if (!outcome.ok) console.log(outcome.output);
    }
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}

/** Runs the tests. The whole run repeats a few failed files once and lists the tests that passed only when repeated. */
async function runTests(): Promise<Outcome> {
  const first = await runAndReport(vitestArguments);
  if (first.ok) return { ...first, output: describeFlaky(first.failures) };
  const again = isWholeRun ? listFilesToRepeat(first.failures) : [];
  if (again.length === 0) return { ...first, output: describe('Failed', first.failures) };
  console.log(`\nOnce more, from its beginning:\n  ${again.map(({ path }) => path).join('\n  ')}\n`);
  const projects = new Set(again.map(({ project }) => project));
  const second = await runAndReport([
    ...[...projects].flatMap((project) => ['--project', project]),
    ...again.map(({ path }) => path),
  ]);
  const flaky = describe(second.ok ? 'Flaky, passed when repeated' : 'Failed at first', first.failures);
  return { ...second, output: second.ok ? flaky : `${flaky}\n${describe('Failed again', second.failures)}` };
}

async function runAndReport(args: string[]): Promise<Outcome & { failures: Failures }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-failures-'));
  const report = join(folder, 'failures.json');
  process.env[reportVariable] = report;
  try {
    const outcome = await run(toTests(...args), true);
    const failures = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { files: [], errors: [], flaky: [] };
    return { ...outcome, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const describe = (what: string, failures: Failures): string =>
  [`${what}:`, ...describeFailures(failures), describeFlaky(failures)].join('\n').trimEnd();

function describeFlaky({ flaky }: Failures): string {
  return flaky.length === 0
    ? ''
    : ['Flaky, passed when repeated:', ...flaky.map((test) => `  ${test}`)].join('\n');
}

const started = performance.now();
const outcomes = isShard ? [] : await runAll(statics);
if (runsTests) {
  const tests = await runTests();
  outcomes.push(tests);
  if (tests.output !== '') console.log(`\n${tests.output}`);
}
const failed = outcomes.filter((outcome) => !outcome.ok).map((outcome) => outcome.name);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  failed.length === 0
    ? `\nPASSED: ${outcomes.map((outcome) => outcome.name).join(', ')} (${seconds} s)`
    : `\nFAILED: ${failed.join(', ')} (${outcomes.length - failed.length} of ${outcomes.length} steps passed, ${seconds} s)`,
);
process.exit(failed.length === 0 ? 0 : 1);
