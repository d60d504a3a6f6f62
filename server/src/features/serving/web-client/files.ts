// Files of the built web client: content, names and types. Files with stable names are kept in memory; assets, whose
// names contain a hash, are read on request.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { notFound } from '#infrastructure/errors.ts';

/** File content in one content coding. */
interface Coded {
  sizeBytes: number;
  /** Set if the content is in memory. */
  bytes?: Buffer;
  /** Throws `not_found` if the file no longer exists, because the program was replaced while running. */
  read(): Buffer | Promise<Buffer>;
}

export interface WebFile {
  mediaType: string;
  whole: Coded;
  /** Compressed content, if it is smaller. Browsers accept Brotli only over HTTPS. */
  brotli: Coded | undefined;
  gzip: Coded | undefined;
  etag: string;
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.gif': 'image/gif',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  // For the PDF reader: Type 1 fonts, character maps, color profiles.
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
};

/** Files by path relative to the folder, '/'-separated; empty if the client was not built. */
export function readWebFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const mediaType = mediaTypes[extname(entry.name)];
    if (!entry.isFile() || !mediaType) continue;
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    const open = name.startsWith('assets/') ? findLater : readNow;
    const [brotli, gzip] = ['br', 'gz'].map((end) =>
      existsSync(`${path}.${end}`) ? open(`${path}.${end}`) : undefined,
    );
    const whole = open(path);
    const etag = hash('sha1', whole.bytes ?? name, 'base64url');
    files.set(name, { mediaType, whole, brotli, gzip, etag });
  }
  return files;
}

function readNow(path: string): Coded {
  const bytes = readFileSync(path);
  return { sizeBytes: bytes.length, bytes, read: () => bytes };
}

function findLater(path: string): Coded {
  const { size } = statSync(path);
  const read = async () => {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes?.length !== size) throw missing();
    return bytes;
  };
  return { sizeBytes: size, read };
}

export const missing = () => notFound('web client file');
