// An archive for one system: the packaged program, what npm installs for that system, and a start script. Nothing else
// has to be installed.
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listNodeOptions } from '../runtime.mjs';
import { run } from './run.ts';
import type { Manifest } from './shrinkwrap.ts';

/** As npm and Node.js call them. */
export interface Target {
  os: 'linux';
  cpu: 'x64' | 'arm64';
}

export const targets: readonly Target[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
];

/** What packages bring that nothing reads when the program runs: two thirds of their size. */
const needless = [
  '.package-lock.json',
  ...targets.flatMap(({ os, cpu }) => ['include', 'share'].map((name) => `node-${os}-${cpu}/${name}`)),
  'better-sqlite3/deps',
  'better-sqlite3/src',
];

interface Archive extends Target {
  /** The packaged program. */
  stage: string;
  manifest: Manifest;
  /** Where the archive and its folder are made. */
  folder: string;
  /** Seconds since 1970, of every file. */
  timeS: number;
}

/** Gives the file, `lectern-1.0.0-linux-x64.tar.gz`. The same input gives the same bytes. */
export function makeArchive({ stage, manifest, folder, os, cpu, timeS }: Archive): string {
  const name = `lectern-${manifest.version}-${os}-${cpu}`;
  const content = join(folder, name);
  cpSync(stage, content, { recursive: true });
  const system = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'];
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...system], content);
  for (const path of [...needless, ...findOtherPrebuilds(content, { os, cpu })])
    rmSync(join(content, 'node_modules', path), { recursive: true, force: true });
  writeFileSync(join(content, 'lectern'), toStart(manifest, `node-${os}-${cpu}`));
  chmodSync(join(content, 'lectern'), 0o755);
  const fixed = [
    '--sort=name',
    `--mtime=@${timeS}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  run('tar', [...fixed, '-cf', `${name}.tar`, name], folder);
  const tar = join(folder, `${name}.tar`);
  pack(tar);
  rmSync(content, { recursive: true });
  return `${tar}.gz`;
}

const findOtherPrebuilds = (content: string, { os, cpu }: Target): string[] =>
  readdirSync(join(content, 'node_modules/better-sqlite3/prebuilds'))
    .filter((name) => name !== `${os}-${cpu}.node`)
    .map((name) => `better-sqlite3/prebuilds/${name}`);

/** Finds its folder behind symbolic links, whatever its name. */
const toStart = ({ scripts }: Manifest, runtime: string): string => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/${runtime}/bin/node" ${listNodeOptions(scripts.start).join(' ')} "$here/server/dist/main.js" "$@"
`;

function pack(file: string): void {
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  rmSync(file);
}
