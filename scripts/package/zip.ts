// A reproducible zip.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { listIn } from './tar.ts';

interface Zip {
  /** Folder that contains `content`. */
  from: string;
  /** Name of a folder in `from`. */
  content: string;
  file: string;
  /** Modification time of every file, in seconds since 1970. */
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
