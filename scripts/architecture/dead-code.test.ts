import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'node_modules', 'knip', 'bin', 'knip.js');

/** Returns the output of the check for a repository with these files and packages. */
async function check(files: Record<string, string>, devDependencies = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-dead-'));
  try {
    await cp(join(root, 'knip.jsonc'), join(folder, 'knip.jsonc'));
    await mkdir(join(folder, 'scripts'));
    const manifest = JSON.stringify({ name: 'lectern', type: 'module', devDependencies });
    for (const [path, text] of Object.entries({ 'package.json': manifest, ...files }))
      await writeFile(join(folder, path), text);
    const args = [cli, '--no-progress', '--no-config-hints'];
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (_error, output) => resolve(output));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sound = {
  'scripts/test.ts': "import { a } from './a.ts';\na();\n",
  'scripts/a.ts': 'export const a = () => 1;\n',
};

test('accepts exports that are used', async () => {
  expect(await check(sound)).toBe('');
});

test('a file, an export, a type and a package that nothing uses are found', async () => {
  const output = await check(
    {
      ...sound,
      'scripts/dead.ts': 'export const dead = 1;\n',
      'scripts/a.ts': `${sound['scripts/a.ts']}export const unused = 1;\nexport type Unused = string;\n`,
    },
    { 'left-over': '1.0.0' },
  );
  expect(output).toMatch(/Unused files \(1\)\nscripts\/dead\.ts/);
  expect(output).toMatch(/Unused exports \(1\)\nunused +scripts\/a\.ts/);
  expect(output).toMatch(/Unused exported types \(1\)\nUnused +type +scripts\/a\.ts/);
  expect(output).toMatch(/Unused devDependencies \(1\)\nleft-over/);
});
