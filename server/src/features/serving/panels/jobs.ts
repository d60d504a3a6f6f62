// Panels in a worker process, where untrusted images and files are read.
import type { ArchiveKind } from '@lectern/formats/archive/readers';
import { readGrayPicture } from '@lectern/formats/image/convert';
import { defaultLimits } from '@lectern/formats/limits';
import { type DetectedPanels, detectPanels, pictureSide } from '@lectern/formats/panels/detect/detect';
import type { ImportPage } from '@lectern/formats/panels/imports/pages';
import { type ImportedPage, readImportedPanels } from '@lectern/formats/panels/imports/read';
import { type FileSource, openFileSource } from '@lectern/formats/source';
import { openBook, type VolumeFile } from '#features/ingest/volumes/index.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { readVersion } from '#infrastructure/files/versions.ts';

export interface DetectJob {
  bytes: Uint8Array;
  maxPixels: number;
}

/** The answer of the job, as JSON. */
export interface Detection extends DetectedPanels {
  /** Width of the page divided by its height. */
  ratio: number;
}

export interface ImportJob {
  root: string;
  relativePath: string;
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
  kind: ArchiveKind;
  isSolid: boolean;
  isEpub: boolean;
  pages: ImportPage[];
  /** Only for a multi-volume archive. */
  volumes?: readonly VolumeFile[];
  /** Path of the `.cbxy` file next to the book. */
  sidecar?: string;
}

export const panelJobs = {
  'panels.detect': async ({ bytes, maxPixels }: DetectJob): Promise<{ bytes: Uint8Array }> => {
    const picture = await readGrayPicture(bytes, pictureSide, { ...defaultLimits, maxPixels });
    const detection: Detection = { ...detectPanels(picture), ratio: picture.width / picture.height };
    return { bytes: Buffer.from(JSON.stringify(detection)) };
  },

  /** A list of ImportedPage, as JSON. */
  'panels.import': async (job: ImportJob): Promise<{ bytes: Uint8Array }> => {
    const path = toNativePath(job.root, job.relativePath);
    const imported = await readVersion(path, job.version, () => importPanels(job));
    return { bytes: Buffer.from(JSON.stringify(imported)) };
  },
};

/** Archives that must be unpacked from the beginning, and folders, only have panels in their sidecar. */
async function importPanels(job: ImportJob): Promise<ImportedPage[]> {
  const { kind, isSolid, isEpub, pages, volumes } = job;
  const isRead = !isSolid && kind !== 'folder' && kind !== 'packed-tar';
  const book = isRead ? openBook(job, volumes) : undefined;
  const sidecar = openSidecar(job);
  try {
    return await readImportedPanels({
      ...(book && { archive: { source: book, kind, isEpub } }),
      ...(sidecar && { sidecar }),
      pages,
      limits: defaultLimits,
    });
  } finally {
    book?.close();
    sidecar?.close();
  }
}

/** Undefined for a file that cannot be opened. The panels of the book do not depend on it. */
function openSidecar({ root, sidecar }: ImportJob): FileSource | undefined {
  if (sidecar === undefined) return undefined;
  try {
    return openFileSource(toNativePath(root, sidecar), { isPart: true });
  } catch {
    return undefined;
  }
}
