// Companion files that are moved with a book: the other volumes of its archive, its metadata files, and its panels.
import { findPart, listVolumeNames, toArchiveName } from '@lectern/formats/archive/rar/volumes/names';
import { listNames } from '#infrastructure/files/writing/moving.ts';
import { isSystemName, nameSidecars } from '../discovery/index.ts';
import { peekVolume } from '../volumes/index.ts';

const toStem = (name: string): string => name.replace(/\.[^.]+$/, '');
const toKey = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Names in its folder. Omits metadata files if another file with the same name remains, for example the same book in
 * another format. `going` contains the names of files that are moved too.
 */
export async function findCompanions(
  folder: string,
  { name, isFolder, going }: { name: string; isFolder: boolean; going?: ReadonlySet<string> },
): Promise<string[]> {
  const names = (await listNames(folder)).filter(
    (one) => one !== name && !going?.has(one) && !isSystemName(one),
  );
  const volumes = isFolder ? [] : listOtherVolumes(folder, name, new Set(names));
  const title = volumes.length > 0 ? toArchiveName(name) : name;
  const stem = toKey(isFolder ? title : toStem(title));
  const wanted = new Set([...nameSidecars(title, false, isFolder), `${stem}.cbxy`]);
  const others = names.filter((one) => !volumes.includes(one));
  const isShared = others.some(
    (one) => !wanted.has(toKey(one)) && (toKey(toStem(one)) === stem || toKey(one) === stem),
  );
  return [...volumes, ...(isShared ? [] : others.filter((one) => wanted.has(toKey(one))))];
}

function listOtherVolumes(folder: string, name: string, there: ReadonlySet<string>): string[] {
  if (!/\.(?:rar|cbr)$/i.test(name) || (findPart(name)?.number ?? 1) > 1) return [];
  const [, ...others] = listVolumeNames(name, (one) => there.has(one));
  return others.length > 0 && peekVolume(folder, name) !== undefined ? others : [];
}
