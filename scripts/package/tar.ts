// Reproducible compressed tars: sorted, with a fixed time and owned by root.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './run.ts';

interface Tar {
  /** Folder that contains `content`. */
  from: string;
  /** Name of a file or folder in `from`. */
  content: string;
  /** Path of the compressed file. */
  file: string;
  /** Modification time of every file, in seconds since 1970. */
  timeS: number;
}

export function makeTarGz({ from, content, file, timeS }: Tar): void {
  const tar = `${file}.tmp`;
  const fixed = [
    '--sort=name',
    '--format=gnu',
    `--mtime=@${timeS}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ];
  run('tar', [...fixed, '--mode=u=rwX,go=rX', '-cf', tar, content], from);
  writeFileSync(file, gzipSync(readFileSync(tar)));
  rmSync(tar);
}

/** Returns every file of a folder as a sorted list of relative paths. */
export const listIn = (folder: string): string[] =>
  run('find', ['.', '-type', 'f'], folder)
    .split('\n')
    .filter(Boolean)
    .map((path) => join(path))
    .sort();
