// Reads the output of `codex export`: the rows of each table as JSON lines, with the uploaded covers.

import { isRecord } from '@lectern/contract/records';
import { z } from 'zod';
import { PeerRefused, parseJson, type Snapshot, toNumber, toText } from '#features/import/snapshot/index.ts';
import { readBytes, readLines } from '#features/import/untrusted-files/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { withGivenTables } from '#infrastructure/database/given/given-tables.ts';
import { reason } from '#infrastructure/errors.ts';
import { codexTables } from './tables.ts';

const manifestName = 'manifest.json';
const maxManifestBytes = 1024 ** 2;
/** Format version of the export, independent of the schema version. */
const formatVersion = 1;

const row = z.record(z.string().regex(/^\w{1,60}$/), z.unknown());

interface Manifest {
  format: number;
  /** Schema version of the tables. */
  version: string;
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const bytes = await readBytes(folder, manifestName, maxManifestBytes).catch(() => undefined);
  const read = bytes && parseJson(new TextDecoder().decode(bytes));
  if (!isRecord(read) || !Array.isArray(read.tables)) return undefined;
  const format = toNumber(read.format_version);
  const version = toText(read.schema_version);
  return format === undefined || version === '' ? undefined : { format, version };
}

export const isCodexExport = async (folder: string): Promise<boolean> =>
  (await readManifest(folder)) !== undefined;

/** Returns undefined if the folder is not a Codex export. Throws PeerRefused with a user-readable message. */
export async function readExportWith(
  read: (database: GivenDatabase) => Snapshot,
  folder: string,
  scratch: string,
): Promise<Snapshot | undefined> {
  const manifest = await readManifest(folder);
  if (!manifest) return undefined;
  if (manifest.format !== formatVersion)
    throw new PeerRefused(
      reason('import_too_new', { program: 'Codex', newest: '2.2', version: `export ${manifest.format}` }),
    );
  async function* migrations() {
    yield { version: manifest?.version };
  }
  const tables = codexTables.map((name) => ({
    name,
    records: name === 'seaql_migrations' ? migrations() : readLines(folder, `db/${name}.ndjson`, row),
  }));
  return withGivenTables(tables, { scratch, folder, shown: folder }, read);
}
