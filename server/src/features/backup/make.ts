// Makes a backup: a consistent copy of the database beside it, then the zip while it is sent. Whatever happens, the
// copy is removed.
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { conflict } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { version } from '#kernel/version.ts';
import { migrations } from '#schema/migrations.ts';

interface Parts {
  dataDir: string;
  database: Pick<Database, 'copy'>;
  clock: Clock;
}

/** Throws conflict while one is made already, and where the database is a server of its own. */
export function createBackupMaker({ dataDir, database, clock }: Parts): () => Promise<Readable> {
  let isBusy = false;
  return async () => {
    const { copy } = database;
    if (!copy) throw conflict('The database is a server of its own: copy it with its own tools (pg_dump)');
    if (isBusy) throw conflict('A backup is being made already');
    isBusy = true;
    const folder = join(dataDir, 'backups', `.${newId()}`);
    const cleanUp = async () => {
      await rm(folder, { recursive: true, force: true });
      isBusy = false;
    };
    try {
      await removeLeftovers(join(dataDir, 'backups'));
      await mkdir(folder, { recursive: true });
      const file = join(folder, 'lectern.db');
      await copy(file);
      const covers = join(folder, 'covers');
      const names = await keepCovers(join(dataDir, 'covers'), covers);
      const stream = pack({ file, covers, names, madeAt: new Date(clock()) });
      stream.once('close', () => void cleanUp().catch(() => {}));
      return stream;
    } catch (error) {
      await cleanUp().catch(() => {});
      throw error;
    }
  };
}

/** What a crash left of an earlier backup. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Covers by a second name, so that one that is deleted meanwhile is still sent. Returns their names. */
async function keepCovers(from: string, to: string): Promise<string[]> {
  const kept: string[] = [];
  for (const name of await listFiles(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    await mkdir(dirname(target), { recursive: true });
    const isKept = await link(source, target)
      .catch(() => copyFile(source, target))
      .then(
        () => true,
        () => false,
      );
    if (isKept) kept.push(name);
  }
  return kept;
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((item) => item.isFile() && !item.name.endsWith('.tmp'))
    .map((item) => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .sort();
}

interface Contents {
  file: string;
  covers: string;
  names: readonly string[];
  madeAt: Date;
}

function pack({ file, covers, names, madeAt }: Contents): Readable {
  const zip = new yazl.ZipFile();
  const stream = new PassThrough();
  const manifest = {
    program: 'lectern',
    version,
    schema: migrations.at(-1)?.name,
    madeAt: madeAt.toISOString(),
    database: 'lectern.db',
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', { mtime: madeAt });
  zip.addFile(file, 'lectern.db', { mtime: madeAt });
  for (const name of names) zip.addFile(join(covers, name), `covers/${name}`, { compress: false });
  zip.end();
  zip.on('error', (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  return stream;
}
