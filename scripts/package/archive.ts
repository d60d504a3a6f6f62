// An archive for one system: the packaged program, its npm packages for that system, and a start script. Users need no
// other software.
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNodeOptions } from '../runtime.mjs';
import { toReadme } from './readme.ts';
import { run } from './run.ts';
import type { Manifest } from './shrinkwrap.ts';
import { listIn, makeTarGz } from './tar.ts';
import type { Target } from './targets.ts';
import { makeZip } from './zip.ts';

/** Files of packages that are unused at run time: two thirds of the size. */
const listNeedless = ({ runtime }: Target): string[] => [
  '.package-lock.json',
  '.bin',
  ...['include', 'share', 'CHANGELOG.md', 'README.md'].map((name) => `${runtime}/${name}`),
  'better-sqlite3/deps',
  'better-sqlite3/src',
];

interface Content {
  /** Folder of the packaged program. */
  stage: string;
  manifest: Manifest;
  target: Target;
  /** Does not exist yet. */
  folder: string;
}

/** Fills a folder with the unpacked program for one system. */
export function fillContent({ stage, manifest, target, folder }: Content): void {
  const { os, cpu, runtime } = target;
  cpSync(stage, folder, { recursive: true });
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...system], folder);
  for (const path of [...listNeedless(target), ...findOtherPrebuilds(folder, target)])
    rmSync(join(folder, 'node_modules', path), { recursive: true, force: true });
  for (const path of listIn(folder))
    chmodSync(join(folder, path), path.startsWith(`node_modules/${runtime}/bin/`) ? 0o755 : 0o644);
  // Files that start the npm package, which searches for a Node.js.
  for (const path of ['bin', 'runtime.mjs']) rmSync(join(folder, path), { recursive: true });
  writeFileSync(
    join(folder, 'README.md'),
    toReadme(os === 'win32' ? 'windows' : 'archive', manifest.version),
  );
  const options = listNodeOptions(manifest.scripts.start).join(' ');
  if (os === 'win32') writeFileSync(join(folder, 'lectern.cmd'), toBatch(runtime, options));
  else writeFileSync(join(folder, 'lectern'), toShell(runtime, options));
  if (os !== 'win32') chmodSync(join(folder, 'lectern'), 0o755);
}

interface Archive {
  /** Folder that contains the folder `name`. */
  from: string;
  name: string;
  target: Target;
  /** Output folder. */
  to: string;
  timeS: number;
}

/** Returns the path of the file, `lectern-1.0.0-linux-x64.tar.gz`. The same input gives the same bytes. */
export async function makeArchive({ from, name, target, to, timeS }: Archive): Promise<string> {
  const file = join(to, `${name}.${target.os === 'win32' ? 'zip' : 'tar.gz'}`);
  const content = { from, content: name, file, timeS };
  if (target.os === 'win32') await makeZip(content);
  else makeTarGz(content);
  return file;
}

const findOtherPrebuilds = (content: string, { os, cpu }: Target): string[] =>
  readdirSync(join(content, 'node_modules/better-sqlite3/prebuilds'))
    .filter((name) => name !== `${os}-${cpu}.node`)
    .map((name) => `better-sqlite3/prebuilds/${name}`);

/** The script finds its folder through symbolic links, with any folder name. */
const toShell = (runtime: string, options: string): string => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/${runtime}/bin/node" ${options} "$here/server/dist/main.js" "$@"
`;

const toBatch = (runtime: string, options: string): string =>
  [
    '@echo off',
    `"%~dp0node_modules\\${runtime}\\bin\\node.exe" ${options} "%~dp0server\\dist\\main.js" %*`,
    '',
  ].join('\r\n');
