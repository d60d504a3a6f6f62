// Tells the program that runs the tests which files failed: one that failed in the browser is run once more.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { type Failures, reportVariable } from './failures.ts';

class FailedFiles implements Reporter {
  onTestRunEnd(...[files, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const path = process.env[reportVariable];
    if (path === undefined) return;
    const failures: Failures = {
      files: files
        .filter((file) => !file.ok())
        .map(({ project, moduleId }) => ({ project: project.name, path: moduleId })),
      errors: errors.length,
    };
    writeFileSync(path, JSON.stringify(failures));
  }
}

// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its file alone
export default FailedFiles;
