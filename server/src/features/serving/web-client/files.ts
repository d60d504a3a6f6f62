// The built web client as it lies on the disk, read once: what is sent, under which name, of which type.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface WebFile {
  mediaType: string;
  bytes: Buffer;
  /** The same, compressed, where that is smaller: browsers take Brotli over HTTPS alone. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
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
    const bytes = readFileSync(path);
    const [brotli, gzip] = ['br', 'gz'].map((end) => readIfThere(`${path}.${end}`));
    const etag = createHash('sha1').update(bytes).digest('base64url');
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    files.set(name, { mediaType, bytes, brotli, gzip, etag });
  }
  return files;
}

const readIfThere = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
