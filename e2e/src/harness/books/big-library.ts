// A library that takes some time to scan: many small generated comics.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz } from '@lectern/server/testing';

/** Each book differs by its page count or by its trailing bytes. */
export async function makeBigLibrary(folder: string, books: number): Promise<void> {
  const comics = await Promise.all([2, 3, 4, 5].map((pages) => makeCbz({ pages })));
  for (let n = 0; n < books; n++) {
    const series = join(folder, `Series ${String(Math.floor(n / 20)).padStart(4, '0')}`);
    if (n % 20 === 0) mkdirSync(series, { recursive: true });
    const name = `Series ${String((n % 20) + 1).padStart(2, '0')}.cbz`;
    const number = Buffer.alloc(8);
    number.writeUInt32LE(n);
    writeFileSync(join(series, name), withComment(comics[n % 4] ?? Buffer.alloc(0), number));
  }
}

/** Adds a zip comment (APPNOTE 4.4.12). Its length is stored in the last two bytes of the archive. */
function withComment(zip: Buffer, comment: Buffer): Buffer {
  const end = Buffer.from(zip);
  end.writeUInt16LE(comment.length, end.length - 2);
  return Buffer.concat([end, comment]);
}
