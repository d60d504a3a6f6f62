// `npm run package [-- <folder>]`: the npm package, an archive for each system and their checksums, in `packages` or the
// folder that is named; other files there stay. SOURCE_DATE_EPOCH, or else the time of the last commit, is that of all files.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { makeArchive, targets } from './archive.ts';
import { run } from './run.ts';
import { stagePackage } from './stage.ts';

const root = join(import.meta.dirname, '..', '..');
const words = process.argv.slice(2);
const only = words.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const folder = resolve(words.find((word) => !word.startsWith('--')) ?? join(root, 'packages'));
const timeS = Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], root));

mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'lectern-package-'));
try {
  const stage = join(work, 'package');
  const manifest = stagePackage(stage);
  const files = [join(folder, run('npm', ['pack', stage, '--silent'], folder).trim())];
  for (const target of targets) {
    if (only !== undefined && only !== `${target.os}-${target.cpu}`) continue;
    files.push(makeArchive({ stage, manifest, folder, timeS, ...target }));
  }
  const sums = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
  writeFileSync(join(folder, 'checksums.txt'), sums.join(''));
  process.stdout.write(sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
