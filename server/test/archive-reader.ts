// Reads archives of the corpus with independent libraries (yauzl, 7-Zip), so that the tests of a reader do not depend
// on our own readers.
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sevenZipModule, { type SevenZipModule, type SevenZipModuleFactory } from '7z-wasm';
import { fromBufferPromise } from 'yauzl';

/** Tests treat larger entries as decompression bombs and skip them. */
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** Returns the readable files of an archive by name. Encrypted, damaged and oversized entries are left out. */
export async function readArchive(path: string): Promise<Map<string, Buffer>> {
  const bytes = readFileSync(path);
  const byYauzl = await readWithYauzl(bytes).catch(() => undefined);
  return byYauzl ?? readWithSevenZip(bytes);
}

async function readWithYauzl(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, { strictFileNames: false, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.uncompressedSize > MAX_ENTRY_BYTES || entry.fileName.endsWith('/')) continue;
    if (!entry.canDecodeFileData()) throw new Error('compression method requires 7-Zip');
    const content = await zip
      .openReadStreamPromise(entry)
      .then(buffer)
      .catch(() => undefined);
    if (content !== undefined) entries.set(entry.fileName, content);
  }
  return entries;
}

async function readWithSevenZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const sevenZip = await createSevenZip();
  sevenZip.FS.writeFile('archive', bytes);
  sevenZip.FS.mkdir('out');
  sevenZip.callMain(['x', 'archive', '-y', '-oout', '-p-']);
  const folders = ['out'];
  for (const folder of folders) {
    for (const name of sevenZip.FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`;
      if (sevenZip.FS.isDir(sevenZip.FS.stat(path).mode)) folders.push(path);
      else entries.set(path.slice('out/'.length), Buffer.from(sevenZip.FS.readFile(path)));
    }
  }
  return entries;
}

/** 7-Zip with its own in-memory file system. */
export async function createSevenZip(): Promise<SevenZipModule> {
  const factory: unknown = sevenZipModule;
  if (!isFactory(factory)) throw new Error('7z-wasm has an unexpected export');
  return factory({ print: () => {}, printErr: () => {}, quit: () => {} });
}

/** The package's types declare a default export, but its CommonJS module is the function itself. */
function isFactory(value: unknown): value is SevenZipModuleFactory {
  return typeof value === 'function';
}
