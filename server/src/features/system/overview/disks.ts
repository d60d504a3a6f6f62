// Free space of the disks with the data folder and the folders of libraries. A disk that does not respond blocks one
// thread of the process until it does, so folders of libraries are measured one after another, and at most once a minute.
import type { Overview } from '@lectern/contract/system/overview';
import type { Clock } from '#infrastructure/clock.ts';
import { type DiskSpace, readDiskSpace } from '#infrastructure/files/free-bytes.ts';
import { inTime } from '#infrastructure/timeout.ts';

export type Disk = NonNullable<Overview['disks']>[number];

export interface Folder {
  path: string;
  /** Null for the data folder. */
  libraryId: string | null;
}

interface Measurement {
  startedAtMs: number;
  isRunning: boolean;
  space: Promise<DiskSpace | undefined>;
}

const maxAgeMs = 60_000;
/** A disk that takes longer is omitted from the answer. */
const defaultPatienceMs = 1_000;
const lowShare = 0.05;
const lowBytes = 5 * 1024 ** 3;

export class Disks {
  readonly #clock: Clock;
  readonly #read: (folder: string) => Promise<DiskSpace>;
  readonly #patienceMs: number;
  readonly #measurements = new Map<string, Measurement>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, read = readDiskSpace, patienceMs = defaultPatienceMs) {
    this.#clock = clock;
    this.#read = read;
    this.#patienceMs = patienceMs;
  }

  /** Returns the disks of these folders in their order, one entry for the folders of the same disk. */
  async list(folders: readonly Folder[]): Promise<Disk[]> {
    const spaces = await Promise.all(
      folders.map((folder) => inTime(this.#measure(folder), this.#patienceMs)),
    );
    const disks = new Map<number, Disk>();
    for (const [index, { libraryId }] of folders.entries()) {
      const space = spaces[index];
      if (!space) continue;
      const disk = disks.get(space.device) ?? toDisk(space);
      disks.set(space.device, disk);
      if (libraryId === null) disk.hasServerData = true;
      else if (!disk.libraryIds.includes(libraryId)) disk.libraryIds.push(libraryId);
    }
    return [...disks.values()];
  }

  #measure({ path, libraryId }: Folder): Promise<DiskSpace | undefined> {
    const known = this.#measurements.get(path);
    const nowMs = this.#clock();
    if (known && (known.isRunning || Math.abs(nowMs - known.startedAtMs) < maxAgeMs)) return known.space;
    // The data folder responds, otherwise the server would not. It does not wait for disks of libraries.
    const before = libraryId === null ? Promise.resolve() : this.#last;
    const space = before.then(() => this.#read(path)).catch(() => undefined);
    const measurement = { startedAtMs: nowMs, isRunning: true, space };
    this.#measurements.set(path, measurement);
    const ended = space.then(() => {
      measurement.isRunning = false;
    });
    if (libraryId !== null) this.#last = ended;
    return space;
  }
}

const toDisk = ({ totalBytes, freeBytes }: DiskSpace): Disk => ({
  hasServerData: false,
  libraryIds: [],
  totalBytes,
  freeBytes,
  isLow: freeBytes < Math.min(totalBytes * lowShare, lowBytes),
});
