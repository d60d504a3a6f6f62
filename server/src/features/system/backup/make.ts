// Creates a backup: first a consistent copy of the database, then the zip while it is sent. The copy is always deleted.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { listMigrationsOf } from '#infrastructure/database/restorable.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { version } from '#infrastructure/version.ts';
import { databaseName, type Manifest, manifestName } from './restore/contents.ts';

/** Throws conflict while another backup runs, and with PostgreSQL. */
export function createBackupMaker(
  dataDir: string,
  database: Pick<Database, 'copy'>,
  clock: Clock,
): () => Promise<Readable> {
  let isBusy = false;
  return async () => {
    const { copy } = database;
    if (!copy) throw notHere();
    if (isBusy) throw conflict(reason('backup_running'));
    isBusy = true;
    const onDone = () => {
      isBusy = false;
    };
    try {
      await removeLeftovers(join(dataDir, 'backups'));
      const workFolder = join(dataDir, 'backups', `.${newId()}`);
      return await packBackup({ copy, workFolder, madeAt: new Date(clock()), onDone });
    } catch (error) {
      onDone();
      throw error;
    }
  };
}

export const notHere = () => conflict(reason('backup_database_server'));

interface Packing {
  /** Writes a consistent copy of the database. */
  copy(file: string): Promise<void>;
  /**
   * Created by the backup, and deleted before the stream ends or when it is closed. Should be on the disk of the data
   * folder.
   */
  workFolder: string;
  madeAt: Date;
  onDone?: () => void;
}

/** The backup as a stream. */
export async function packBackup({ copy, workFolder, madeAt, onDone }: Packing): Promise<Readable> {
  let cleaning: Promise<void> | undefined;
  const cleanUp = () => {
    cleaning ??= rm(workFolder, { recursive: true, force: true })
      .catch(() => {})
      .then(onDone);
    return cleaning;
  };
  try {
    await mkdir(workFolder, { recursive: true });
    const file = join(workFolder, databaseName);
    await copy(file);
    const schema = listMigrationsOf(file).at(-1) ?? '';
    const stream = pack({ file, madeAt, schema, beforeEnd: cleanUp });
    stream.once('close', () => void cleanUp());
    return stream;
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

const leftover = /^\.[0-9a-f-]{36}$/;

/** Deletes the copy that a crash left, and unfinished files of any kind if no other process can be writing them. */
export async function removeLeftovers(folder: string, isAlone = false): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => leftover.test(one) || (isAlone && one.endsWith('.part'))))
    await rm(join(folder, name), { recursive: true, force: true });
}

interface Contents {
  file: string;
  madeAt: Date;
  schema: string;
  beforeEnd(): Promise<void>;
}

function pack({ file, madeAt, schema, beforeEnd }: Contents): Readable {
  const zip = new yazl.ZipFile();
  const stream = new PassThrough({ flush: (done) => void beforeEnd().then(() => done()) });
  const manifest: Manifest = {
    program: 'lectern',
    version,
    schema,
    madeAt: madeAt.toISOString(),
    database: databaseName,
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, { mtime: madeAt });
  zip.addFile(file, databaseName, { mtime: madeAt });
  zip.end();
  zip.on('error', (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  return stream;
}
