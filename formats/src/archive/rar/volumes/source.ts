// An archive in several volumes as one source: their bytes concatenated. An unsplit entry has a single
// offset.
import { FormatError } from '../../../error.ts';
import { partitionPoint } from '../../../partition-point.ts';
import { type ByteSource, type FileSource, readInParts } from '../../../source.ts';

export interface VolumeFile {
  /** File name without a path. */
  name: string;
  sizeBytes: number;
  modifiedUs: number;
}

export interface VolumeSource extends FileSource {
  readonly volumes: readonly VolumeFile[];
}

export interface VolumeFacts {
  /** Path of the first volume. */
  path: string | Buffer;
  volumes: readonly VolumeFile[];
  /** Opens a volume by its index. File system errors pass through with their codes. */
  open(index: number): FileSource;
}

export const isVolumeSource = (source: ByteSource): source is VolumeSource => 'volumes' in source;

/** Returns the offset of each volume in the concatenation. */
export function listStarts(volumes: readonly Pick<VolumeFile, 'sizeBytes'>[]): number[] {
  let start = 0;
  return volumes.map(({ sizeBytes }) => {
    start += sizeBytes;
    return start - sizeBytes;
  });
}

/** Returns the index of the volume that contains a byte. */
export const findVolume = (starts: readonly number[], offset: number): number =>
  Math.max(0, partitionPoint(starts.length, (i) => (starts[i] ?? 0) <= offset) - 1);

/** Volumes are opened on their first read and stay open. */
export function openVolumeSource({ path, volumes, open }: VolumeFacts): VolumeSource {
  const starts = listStarts(volumes);
  const size = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const opened = new Map<number, FileSource>();

  function get(index: number): FileSource {
    const known = opened.get(index);
    if (known) return known;
    const file = open(index);
    opened.set(index, file);
    const { sizeBytes, modifiedUs } = volumes[index] ?? {};
    if (file.size !== sizeBytes || file.modifiedUs !== modifiedUs)
      throw new FormatError('parser', 'A volume has changed since it was listed', { reason: 'truncated' });
    return file;
  }

  function readPart(offset: number, length: number): Uint8Array {
    const index = findVolume(starts, offset);
    const at = offset - (starts[index] ?? 0);
    return get(index).read(at, Math.min(length, (volumes[index]?.sizeBytes ?? 0) - at));
  }

  const whole = { size, readPart, tooShort: 'A volume has become shorter' };
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

/** Returns each volume as a separate source; a file that is not a set is returned alone. */
export function listVolumes(source: ByteSource): ByteSource[] {
  if (!isVolumeSource(source)) return [source];
  const starts = listStarts(source.volumes);
  return source.volumes.map(({ sizeBytes }, index) => ({
    size: sizeBytes,
    read: (offset, length) =>
      source.read((starts[index] ?? 0) + offset, Math.max(0, Math.min(length, sizeBytes - offset))),
  }));
}
