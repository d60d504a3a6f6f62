// The built web client as it lies on the disk: what is sent, under which name, of which type. The few files that keep
// their name when they change are in memory; assets, whose names tell versions apart, are read when they are asked for.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { notFound } from '#infrastructure/errors.ts';

/** Bytes of a file in one of its codings. */
interface Coded {
  sizeBytes: number;
  /** Where they are in memory. */
  bytes?: Buffer;
  /** Throws not_found when the file is no longer there: the program was replaced while it ran. */
  read(): Buffer | Promise<Buffer>;
}

export interface WebFile {
  mediaType: string;
  whole: Coded;
  /** The same, compressed, where that is smaller: browsers take Brotli over HTTPS alone. */
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
  // Of the PDF reader: Type 1 fonts, character maps, colour profiles.
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
};

/** Files by their path below the folder, '/'-separated; none when it was not built. */
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

export const missing = () => notFound('part of the web client');
