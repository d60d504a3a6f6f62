// Shared parts of the server and web builds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampName = '.built-from';

export const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

function hashSources(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/**
 * Lets `build` fill a folder that replaces `built`, unless `built` is up to date with its sources and packages. `what`
 * is the name of the build for users.
 */
export async function buildFresh({ what, built, sources, build }) {
  const hash = hashSources(sources);
  const stampFile = join(built, stampName);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  console.log(`Building ${what} (once, some seconds) …`);
  const fresh = `${built}.${process.pid}`;
  try {
    await build(fresh);
    writeFileSync(join(fresh, stampName), hash);
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
