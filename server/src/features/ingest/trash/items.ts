// The trash of one root: a hidden folder with a subfolder for each deleted file, which contains the file and its info
// file. Files are moved by renaming.
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { isRecord } from '@lectern/contract/records';
import { z } from 'zod';
import { conflict, forbidden, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName, toNativeName } from '#infrastructure/files/names.ts';
import {
  isNameText,
  isSameFile,
  listNames,
  look,
  removeEmptyFolders,
} from '#infrastructure/files/writing/moving.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { isId } from '#infrastructure/ids.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { trashFolder } from '../discovery/index.ts';
import { findCompanions } from './companions.ts';

export interface Root {
  id: string;
  path: string;
}

const name = z.string().max(4_096).refine(isNameText);
const infoSchema = z.object({
  folder: z
    .string()
    .max(32_768)
    .refine((path) => path === '' || path.split('/').every(isNameText)),
  name,
  isFolder: z.boolean(),
  companions: z.array(name).max(1_100),
  bookId: z.uuid().nullable(),
  title: z.string().max(10_000),
  seriesTitle: z.string().max(10_000),
  sizeBytes: z.int().min(0),
  deletedAt: z.int().min(0),
});

/** The info file of a deleted file. Untrusted: anyone with write access to the folder may have written it. */
export type Info = z.infer<typeof infoSchema>;
export type Location = Pick<Info, 'folder' | 'name' | 'isFolder' | 'companions'>;

const maxInfoBytes = 1024 * 1024;
const removedSuffix = '.removed';

const toItem = (top: string, id: string): string => `${top}/${trashFolder}/${id}`;
const toContent = (top: string, id: string): string => `${toItem(top, id)}/content`;
const toInfo = (top: string, id: string): string => `${toItem(top, id)}/info.json`;

const missing = ({ folder, name: file }: Pick<Info, 'folder' | 'name'>) =>
  conflict(reason('trash_file_missing', { path: toDisplayName(joinNames(folder, file)) }));

/** Moves a file to the trash and returns its info. Throws a Problem if the file remains in place. */
export async function putInto(
  folders: TargetFolders,
  root: Root,
  id: string,
  info: Omit<Info, 'companions'>,
): Promise<Info> {
  try {
    const top = await folders.open(root.path, '');
    const folder = await folders.open(root.path, info.folder);
    const file = `${folder}/${info.name}`;
    if (!isAsSaid(await look(file), info)) throw missing(info);
    const companions = await findCompanions(folder, info);
    const whole = { ...info, companions };
    await makeItem(top, id, whole);
    try {
      await folders.moveEntry(file, `${toContent(top, id)}/${info.name}`);
    } catch (error) {
      await removeUnused(top, id);
      throw systemCodeOf(error) === 'ENOENT' ? missing(info) : error;
    }
    await bringAlong(folders, top, id, { folder, companions });
    await removeEmptyFolders(top, folder);
    return whole;
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}

/** Moves companion files after the main file: as long as that is in place, they must be too. */
async function bringAlong(
  folders: TargetFolders,
  top: string,
  id: string,
  { folder, companions }: { folder: string; companions: readonly string[] },
): Promise<void> {
  for (const one of companions) {
    const to = `${toContent(top, id)}/${one}`;
    if (!(await look(to))) await folders.moveEntry(`${folder}/${one}`, to).catch(() => {});
  }
}

const isAsSaid = (
  facts: { isFile(): boolean; isDirectory(): boolean } | undefined,
  { isFolder }: Pick<Info, 'isFolder'>,
): boolean => (isFolder ? facts?.isDirectory() : facts?.isFile()) ?? false;

async function makeItem(top: string, id: string, info: Info): Promise<void> {
  const trash = `${top}/${trashFolder}`;
  await mkdir(toNativeName(trash)).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(toNativeName(trash))).isDirectory())
    throw forbidden(reason('upload_outside', { path: trashFolder }));
  try {
    await mkdir(toNativeName(toItem(top, id)));
    await mkdir(toNativeName(toContent(top, id)));
    const handle = await open(toNativeName(toInfo(top, id)), 'wx');
    try {
      await handle.writeFile(JSON.stringify(info));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await removeUnused(top, id);
    throw error;
  }
}

/** Removes the folder if it is empty. */
async function removeUnused(top: string, id: string): Promise<void> {
  const isEmpty = await rmdir(toNativeName(toContent(top, id))).then(
    () => true,
    (error: unknown) => systemCodeOf(error) === 'ENOENT',
  );
  if (!isEmpty) return;
  await rm(toNativeName(toInfo(top, id)), { force: true });
  await rmdir(toNativeName(toItem(top, id))).catch(() => {});
  await rmdir(toNativeName(`${top}/${trashFolder}`)).catch(() => {});
}

/** Moves a file back to its location. Throws a Problem if it remains in the trash. */
export async function takeBack(
  folders: TargetFolders,
  root: Root,
  id: string,
  location: Location,
): Promise<void> {
  try {
    const top = await folders.open(root.path, '');
    const content = toContent(top, id);
    const file = `${content}/${location.name}`;
    if (!isAsSaid(await look(file), location)) throw conflict(reason('trash_gone'));
    const folder = await folders.open(root.path, location.folder, { create: true });
    // The main file comes last: once it is in place, all files are.
    for (const one of [...location.companions, location.name]) {
      const from = `${content}/${one}`;
      if (one !== location.name && !(await look(from))) continue;
      if (await isSameFile(from, `${folder}/${one}`)) await rm(toNativeName(from));
      else if (!(await folders.moveInto(from, folder, one)))
        throw conflict(reason('trash_name_taken', { path: toDisplayName(joinNames(location.folder, one)) }));
    }
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}

/** Location of a deleted file. `both` means that the move was interrupted while the file had both names. */
export type Whereabouts = 'trash' | 'place' | 'both' | 'nowhere';

/** Throws if the folder of the library cannot be read. */
export async function locate(
  folders: TargetFolders,
  root: Root,
  id: string,
  location: Location,
): Promise<Whereabouts> {
  const top = await folders.open(root.path, '');
  const inTrash = `${toContent(top, id)}/${location.name}`;
  const isInTrash = isAsSaid(await look(inTrash), location);
  const place = `${top}/${joinNames(location.folder, location.name)}`;
  if (isInTrash) return (await isSameFile(inTrash, place)) ? 'both' : 'trash';
  return isAsSaid(await look(place), location) ? 'place' : 'nowhere';
}

/** Removes the original name of a file that has both names. */
export async function leavePlace(
  folders: TargetFolders,
  root: Root,
  { folder, name: file }: Location,
): Promise<void> {
  const top = await folders.open(root.path, '');
  const place = await folders.open(root.path, folder);
  await rm(toNativeName(`${place}/${file}`));
  await removeEmptyFolders(top, place);
}

/** Moves companion files that remained in place because of an interruption. */
export async function complete(
  folders: TargetFolders,
  root: Root,
  id: string,
  { folder, companions }: Location,
): Promise<void> {
  const top = await folders.open(root.path, '');
  const place = await folders.open(root.path, folder).catch(() => undefined);
  if (place === undefined) return;
  await bringAlong(folders, top, id, { folder: place, companions });
  await removeEmptyFolders(top, place);
}

/** Removes the folder of a file that was never moved. Other content is kept. */
export const discardUnused = async (folders: TargetFolders, root: Root, id: string): Promise<void> =>
  removeUnused(await folders.open(root.path, ''), id);

/** Permanently deletes an item. Links in it are removed, not followed. */
export async function discard(folders: TargetFolders, root: Root, id: string): Promise<void> {
  try {
    const top = await folders.open(root.path, '');
    const going = `${toItem(top, id)}${removedSuffix}`;
    // Renamed first, so that a partially deleted item cannot be restored.
    await rename(toNativeName(toItem(top, id)), toNativeName(going)).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    });
    await rm(toNativeName(going), { recursive: true, force: true });
    await rmdir(toNativeName(`${top}/${trashFolder}`)).catch(() => {});
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}

/** Lists the items in the trash of a folder: ids, and whether the item is being deleted. Empty without a trash. */
export async function listItems(
  folders: TargetFolders,
  root: Root,
): Promise<{ id: string; isGoing: boolean }[]> {
  const top = await folders.open(root.path, '');
  const trash = `${top}/${trashFolder}`;
  if (!(await look(trash))?.isDirectory()) return [];
  return (await listNames(trash)).flatMap((one) => {
    const isGoing = one.endsWith(removedSuffix);
    const id = isGoing ? one.slice(0, -removedSuffix.length) : one;
    return isId(id) ? [{ id, isGoing }] : [];
  });
}

/** The info of a deleted file; undefined if it is missing or invalid. */
export async function readInfo(folders: TargetFolders, root: Root, id: string): Promise<Info | undefined> {
  const top = await folders.open(root.path, '');
  for (const folder of [toItem(top, id), toContent(top, id)])
    if (!(await look(folder))?.isDirectory()) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(toNativeName(toInfo(top, id)), flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size > maxInfoBytes) return undefined;
    const read = parseJson(await handle.readFile('utf8'));
    return isRecord(read) ? infoSchema.safeParse(read).data : undefined;
  } finally {
    await handle.close();
  }
}
