// Reference for thumbnails: a plain program that reads each book, shrinks its first page and writes it into a folder.
// Runs in a separate process: node bench/src/references/thumbnails.ts <library> <folder>
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawThumbnail } from '@lectern/server/testing';

const [library = '.', folder = '.'] = process.argv.slice(2);
const startedMs = performance.now();
let count = 0;
for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = readFileSync(join(entry.parentPath, entry.name));
  // A stored page follows 30 bytes of header and its name (APPNOTE 4.3.7).
  const start = 30 + file.readUInt16LE(26);
  const page = file.subarray(start, start + file.readUInt32LE(18));
  const { bytes } = await drawThumbnail(page, { maxWidth: 320, maxHeight: 480, quality: 80 });
  writeFileSync(join(folder, `${count++}.jpg`), bytes);
}
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;
process.stdout.write(JSON.stringify({ count, seconds: (performance.now() - startedMs) / 1000, cpuSeconds }));
