// An archive in several volumes as one source: their bytes one after the other. What lies whole in a volume lies at one
// offset.
import { FormatError } from '../../../error.ts';
import { partitionPoint } from '../../../partition-point.ts';
import { type ByteSource, type FileSource, readInParts } from '../../../source.ts';

export interface VolumeFile {
  /** Without a path. */
  name: string;
  sizeBytes: number;
  modifiedUs: number;
}

export interface VolumeSource extends FileSource {
  readonly volumes: readonly VolumeFile[];
}

export interface VolumeFacts {
  /** Of the first. */
  path: string | Buffer;
  volumes: readonly VolumeFile[];
  /** Opens a volume by its place. Errors of the file system pass through with their codes. */
  open(place: number): FileSource;
}

export const isVolumeSource = (source: ByteSource): source is VolumeSource => 'volumes' in source;

/** Where each volume begins in the whole. */
export function listStarts(volumes: readonly Pick<VolumeFile, 'sizeBytes'>[]): number[] {
  let start = 0;
  return volumes.map(({ sizeBytes }) => {
    start += sizeBytes;
    return start - sizeBytes;
  });
}

/** The volume that a byte lies in, by its place. */
export const findVolume = (starts: readonly number[], offset: number): number =>
  Math.max(0, partitionPoint(starts.length, (i) => (starts[i] ?? 0) <= offset) - 1);

/** Volumes are opened when they are read, and stay open. */
export function openVolumeSource({ path, volumes, open }: VolumeFacts): VolumeSource {
  const starts = listStarts(volumes);
  const size = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const opened = new Map<number, FileSource>();

  function get(place: number): FileSource {
    const known = opened.get(place);
    if (known) return known;
    const file = open(place);
    opened.set(place, file);
    const { sizeBytes, modifiedUs } = volumes[place] ?? {};
    if (file.size !== sizeBytes || file.modifiedUs !== modifiedUs)
      throw new FormatError('parser', 'A volume was written to just now', { reason: 'truncated' });
    return file;
  }

  function readPart(offset: number, length: number): Uint8Array {
    const place = findVolume(starts, offset);
    const at = offset - (starts[place] ?? 0);
    return get(place).read(at, Math.min(length, (volumes[place]?.sizeBytes ?? 0) - at));
  }

  const whole = { size, readPart, tooShort: 'A volume became shorter' };
  return {
    path,
    volumes,
    size,
    modifiedUs: volumes[0]?.modifiedUs ?? 0,
    read: (offset, length) => readInParts(whole, offset, length),
    close() {
      for (const file of opened.values()) file.close();
      opened.clear();
    },
  };
}

/** Each volume as a source of its own; a file that is no set is one. */
export function listVolumes(source: ByteSource): ByteSource[] {
  if (!isVolumeSource(source)) return [source];
  const starts = listStarts(source.volumes);
  return source.volumes.map(({ sizeBytes }, place) => ({
    size: sizeBytes,
    read: (offset, length) =>
      source.read((starts[place] ?? 0) + offset, Math.max(0, Math.min(length, sizeBytes - offset))),
  }));
}
