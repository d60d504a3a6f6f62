// `npm run package [-- <folder>]`: builds the npm package, an archive for each system, Debian packages, the list of
// their contents and their checksums, in `packages` or the given folder. Other files in the folder are kept.
// `--only=linux-x64,deb` limits the archives to the given systems and adds their Debian packages; `--only=none` builds
// neither. `--version=1.2.3-rc.1` replaces the version of the sources. All files get the time SOURCE_DATE_EPOCH, or
// that of the last commit.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fillContent, makeArchive } from './archive.ts';
import { makeDebianPackage } from './debian.ts';
import { run } from './run.ts';
import { makeSbom, readLock } from './sbom.ts';
import type { Manifest } from './shrinkwrap.ts';
import { stagePackage } from './stage.ts';
import { type Target, targets } from './targets.ts';

const root = join(import.meta.dirname, '..', '..');
const words = process.argv.slice(2);
const readWord = (name: string): string | undefined =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = readWord('only')?.split(',');
const folder = resolve(words.find((word) => !word.startsWith('--')) ?? join(root, 'packages'));
const timeS = Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], root));
// Times in a zip are in the local time zone.
process.env.TZ = 'UTC';

async function makeFor(target: Target, manifest: Manifest, work: string): Promise<string[]> {
  const name = `lectern-${manifest.version}-${target.label}`;
  const from = join(work, target.label);
  mkdirSync(from);
  fillContent({ stage: join(work, 'package'), manifest, target, folder: join(from, name) });
  const files = [await makeArchive({ from, name, target, to: folder, timeS })];
  if (target.os === 'linux' && (only?.includes('deb') ?? true))
    files.push(
      makeDebianPackage({ content: join(from, name), manifest, target, work: from, to: folder, timeS }),
    );
  rmSync(from, { recursive: true });
  return files;
}

mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'lectern-package-'));
try {
  const stage = join(work, 'package');
  const manifest = stagePackage(stage, readWord('version'));
  const files = [join(folder, run('npm', ['pack', stage, '--silent'], folder).trim())];
  files.push(makeSbom({ manifest, locked: readLock(root), work: join(work, 'lectern'), to: folder, timeS }));
  copyFileSync(join(root, 'packaging/install.sh'), join(folder, 'install.sh'));
  files.push(join(folder, 'install.sh'));
  for (const target of targets)
    if (only?.includes(target.label) ?? true) files.push(...(await makeFor(target, manifest, work)));
  const sums = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
  writeFileSync(join(folder, 'checksums.txt'), sums.join(''));
  process.stdout.write(sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
