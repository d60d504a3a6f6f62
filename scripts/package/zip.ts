// A zip with the same bytes for the same files.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { listIn } from './tar.ts';

interface Zip {
  /** Where `content` lies. */
  from: string;
  /** A folder there. */
  content: string;
  file: string;
  /** Seconds since 1970, of every file. */
  timeS: number;
}

export async function makeZip({ from, content, file, timeS }: Zip): Promise<void> {
  const zip = new ZipFile();
  const mtime = new Date(timeS * 1000);
  for (const path of listIn(join(from, content)))
    zip.addFile(join(from, content, path), `${content}/${path}`, {
      mtime,
      mode: 0o100644,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}
