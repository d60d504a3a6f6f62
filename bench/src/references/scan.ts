// Reference for a scan: a plain program that opens each file and reads its central directory and its first page. Runs
// in a separate process: node bench/src/references/scan.ts <folder>
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const tail = Buffer.alloc(65_557);
let files = 0;
let entries = 0;

function read(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  readSync(fd, bytes, 0, length, offset);
  return bytes;
}

function visit(path: string): void {
  const fd = openSync(path, 'r');
  const { size } = fstatSync(fd);
  const tailBytes = Math.min(size, tail.length);
  readSync(fd, tail, 0, tailBytes, size - tailBytes);
  const end = tail.lastIndexOf('PK\x05\x06', tailBytes - 22, 'latin1');
  const directory = read(fd, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const names: { name: string; offset: number; size: number }[] = [];
  for (let at = 0; at < directory.length; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    names.push({ name, offset: directory.readUInt32LE(at + 42), size: directory.readUInt32LE(at + 20) });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const first = names
    .filter(({ name }) => name.endsWith('.jpg'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))[0];
  if (first) read(fd, first.offset, 30 + first.name.length + first.size);
  closeSync(fd);
  files++;
  entries += names.length;
}

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) visit(join(entry.parentPath, entry.name));
}
process.stdout.write(`${JSON.stringify({ files, entries })}\n`);
