// Checks the files of an export against the checksums in `export.json`, so that a torn copy is refused before anything
// is imported.
import { keysOf } from '@lectern/contract/records';
import { commonRecords, type Manifest, personalRecords } from '#features/export/index.ts';
import { PeerRefused } from '#features/import/snapshot/index.ts';
import { measureFile } from '#features/import/untrusted-files/index.ts';
import { reason } from '#infrastructure/errors.ts';

const damaged = (what: string) => new PeerRefused(reason('import_export_damaged', { what }));

/** Copies for other programs are not imported. */
const isImported = (name: string): boolean =>
  name.endsWith('.jsonl') || name.startsWith('covers/') || /^users\/[^/]+\/fonts\//.test(name);

/** `folders`: the folders of all users. Throws PeerRefused. */
export async function requireComplete(
  folder: string,
  { files, counts, secrets }: Pick<Manifest, 'files' | 'counts' | 'secrets'>,
  folders: readonly string[],
): Promise<void> {
  const personal = keysOf(personalRecords).filter((name) => secrets || name !== 'api-keys');
  const wanted = [
    ...keysOf(commonRecords),
    ...folders.flatMap((own) => personal.map((name) => `${own}/${name}`)),
  ];
  for (const name of wanted)
    if (!Object.hasOwn(files, `${name}.jsonl`)) throw damaged(`export.json does not list ${name}.jsonl`);
  const found: Record<string, number> = {};
  for (const [name, stated] of Object.entries(files).filter(([name]) => isImported(name))) {
    const actual = await measureFile(folder, name);
    if (!actual) throw damaged(`${name} is missing`);
    if (actual.sha256 !== stated.sha256) throw damaged(`${name} is incomplete or was changed`);
    if (stated.records === undefined) continue;
    const kind = name.slice(name.lastIndexOf('/') + 1, -'.jsonl'.length);
    found[kind] = (found[kind] ?? 0) + actual.lines;
  }
  for (const [kind, count] of Object.entries(found))
    if (counts[kind] !== count)
      throw damaged(`export.json states ${counts[kind] ?? 0} records of ${kind}, but there are ${count}`);
}
