// Reports failed files to the program that runs the tests, which lists them at the end and repeats a few of them.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import { type Failures, reportVariable } from './failures.ts';

const MOST_LINES = 10;

class FailedFiles implements Reporter {
  onTestRunEnd(...[files, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const path = process.env[reportVariable];
    if (path === undefined) return;
    // Unhandled errors belong to the file that was running, if the runner knows it.
    const strays = Map.groupBy(errors, ({ VITEST_TEST_PATH: path }) =>
      files.find(({ moduleId }) => moduleId === path),
    );
    const failures: Failures = {
      files: files
        .filter((file) => !file.ok() || strays.has(file))
        .map((file) => ({
          project: file.project.name,
          path: pathOf(file),
          tests: [...describeTests(file), ...(strays.get(file) ?? []).map(describeError)],
        })),
      errors: (strays.get(undefined) ?? []).map(describeError),
      flaky: files.flatMap((file) => listFlaky(file)),
    };
    writeFileSync(path, JSON.stringify(failures));
  }
}

function listFlaky(file: TestModule): string[] {
  const tests = [...file.children.allTests('passed')].filter((test) => test.diagnostic()?.flaky === true);
  return tests.map((test) => `${pathOf(file)}: ${test.fullName}`);
}

const pathOf = (file: TestModule): string => relative(process.cwd(), file.moduleId);

function describeTests(file: TestModule): string[] {
  const ofTests = [...file.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
  );
  const ofFile = file.errors().map(({ message }) => firstLine(message));
  return [...ofFile, ...ofTests].slice(0, MOST_LINES);
}

const describeError = ({ message, cause }: { message: string; cause?: unknown }): string =>
  [message, causeOf(cause)].map(firstLine).join(' ').trim();

function causeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : '';
}

const firstLine = (message = ''): string =>
  stripVTControlCharacters(message).split('\n')[0]?.slice(0, 300) ?? '';

// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its file alone
export default FailedFiles;
