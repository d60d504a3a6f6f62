import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRuntimePackage, isGlibc } from '../runtime.mjs';

const scripts = join(import.meta.dirname, '..');
const runtime = findRuntimePackage({ platform: process.platform, arch: process.arch, isGlibc: isGlibc() });

test.runIf(process.platform !== 'win32' && runtime !== undefined).each([
  ['below it, as where it is installed globally', 'lectern/node_modules'],
  ['beside it', '.'],
])('the command of the npm package runs on the Node.js that npm has put %s', (_, place) => {
  const modules = join(mkdtempSync(join(tmpdir(), 'lectern-command-')), 'node_modules');
  onTestFinished(() => rmSync(dirname(modules), { recursive: true }));
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    writeFileSync(join(modules, path), text, { mode });
  };
  put('lectern/package.json', JSON.stringify({ type: 'module', scripts: { start: 'node --flag main.js' } }));
  put('lectern/bin/lectern.mjs', '');
  copyFileSync(join(scripts, 'package/lectern.mjs'), join(modules, 'lectern/bin/lectern.mjs'));
  copyFileSync(join(scripts, 'runtime.mjs'), join(modules, 'lectern/runtime.mjs'));
  put(join(place, runtime ?? '', 'bin/node'), '#!/bin/sh\necho "npm has put it there:" "$@"\n', 0o755);
  const said = execFileSync(process.execPath, [join(modules, 'lectern/bin/lectern.mjs'), 'version'], {
    encoding: 'utf8',
  });
  expect(said).toMatch(/^npm has put it there: --flag \S+[/]lectern[/]server[/]dist[/]main\.js version$/m);
});
