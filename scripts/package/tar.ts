// Packed tars with the same bytes for the same files: sorted, of one time, of root.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './run.ts';

interface Tar {
  /** Where `content` lies. */
  from: string;
  /** A file or folder there. */
  content: string;
  /** The packed file. */
  file: string;
  /** Seconds since 1970, of every file. */
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

/** Every file of a folder, relative to it, sorted. */
export const listIn = (folder: string): string[] =>
  run('find', ['.', '-type', 'f'], folder)
    .split('\n')
    .filter(Boolean)
    .map((path) => join(path))
    .sort();
