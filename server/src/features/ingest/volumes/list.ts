// Lists the current volumes of an archive, with a stamp that changes with each volume. Ignores links, which could leave
// the library.
import { hash } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import {
  findVolumePosition,
  type VolumePosition,
  volumeHeadBytes,
} from '@lectern/formats/archive/rar/volumes/head';
import { findPart, listVolumeNames, toArchiveName } from '@lectern/formats/archive/rar/volumes/names';
import {
  openVolumeSource,
  type VolumeFile,
  type VolumeSource,
} from '@lectern/formats/archive/rar/volumes/source';
import { type FileSource, openFileSource } from '@lectern/formats/source';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import { msUntilVisible, toFileVersion } from '#infrastructure/files/versions.ts';

export interface VolumeSet {
  /** The first volume represents the book. Names as text (infrastructure/files/names.ts). */
  files: VolumeFile[];
  sizeBytes: number;
  /** Changes with the name, size or time of any volume. */
  stamp: string;
  /** The same, including the change time, which programs cannot set. */
  version: string;
  /** Milliseconds until a later write would change a time. */
  msUntilVisible: number;
}

/** For worker processes. Also undefined for a file that cannot be opened; reading it reports the error. */
export function peekVolume(root: string, path: string): VolumePosition | undefined {
  let fd: number;
  try {
    fd = openSync(toNativePath(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(volumeHeadBytes);
    return findVolumePosition(head.subarray(0, readSync(fd, head, 0, head.length, 0)));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * For worker processes: measures these files of a folder; undefined unless the first and another one are regular files.
 */
export function measureVolumes(
  root: string,
  folder: string,
  names: readonly string[],
): VolumeSet | undefined {
  const measured: { name: string; stats: Stats }[] = [];
  for (const name of names) {
    const stats = lstatSync(toNativePath(root, joinNames(folder, name)), { throwIfNoEntry: false });
    if (!stats?.isFile()) break;
    measured.push({ name, stats });
  }
  if (measured.length < 2) return undefined;
  const files = measured.map(({ name, stats }) => ({
    name,
    sizeBytes: stats.size,
    modifiedUs: Math.round(stats.mtimeMs * 1000),
  }));
  const lines = files.map(({ name, sizeBytes, modifiedUs }) => `${name}\0${sizeBytes}\0${modifiedUs}\n`);
  return {
    files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    stamp: hash('sha256', lines.join(''), 'base64url'),
    version: measured.map(({ stats }) => toFileVersion(stats)).join('/'),
    msUntilVisible: Math.max(...measured.map(({ stats }) => msUntilVisible(stats, Date.now()))),
  };
}

/** For worker processes: the volumes that start with this file; undefined for a single-file archive and other files. */
export function listVolumeSet(root: string, path: string): VolumeSet | undefined {
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(0, at));
  const name = path.slice(at + 1);
  if (!/\.(?:rar|cbr)$/i.test(name) || (findPart(name)?.number ?? 1) > 1) return undefined;
  const has = (other: string) =>
    lstatSync(toNativePath(root, joinNames(folder, other)), { throwIfNoEntry: false })?.isFile() === true;
  const names = listVolumeNames(name, has);
  if (names.length < 2 || peekVolume(root, path) === undefined) return undefined;
  return measureVolumes(root, folder, names);
}

/** The name of the downloaded single file, from which the book is also named. */
export const toVolumesName = (name: string): string => `${toArchiveName(name).replace(/\.[^.]*$/, '')}.cbz`;

/** For worker processes: opens the file of a book, or its volumes. */
export const openBook = (
  { root, relativePath }: { root: string; relativePath: string },
  volumes: readonly VolumeFile[] | undefined,
): FileSource =>
  volumes ? openVolumes(root, relativePath, volumes) : openFileSource(toNativePath(root, relativePath));

/** For worker processes: the volumes as one source. Each is opened when it is read. */
export function openVolumes(root: string, path: string, volumes: readonly VolumeFile[]): VolumeSource {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const toPath = (place: number) => toNativePath(root, joinNames(folder, volumes[place]?.name ?? ''));
  return openVolumeSource({
    path: toPath(0),
    volumes,
    open: (place) => openFileSource(toPath(place), { isPart: true }),
  });
}
