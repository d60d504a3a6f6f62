// Draws thumbnails of covers in a worker process.
import { readFile } from 'node:fs/promises';
import { readMappedEntry } from '@lectern/formats/archive/read';
import type { BookContent, StoredEntry } from '@lectern/formats/content';
import { type DesignedCover, drawDesignedCover, parseCoverFont } from '@lectern/formats/designed-cover/draw';
import { readEbookCover } from '@lectern/formats/ebook/convert';
import { FormatError } from '@lectern/formats/error';
import { encodeHashed, makeHashedThumbnail } from '@lectern/formats/image/convert';
import { makeMosaic } from '@lectern/formats/image/mosaic';
import { defaultLimits } from '@lectern/formats/limits';
import { closePdf, openPdfFile } from '@lectern/formats/pdf/process-engine';
import { openFileSource, readPartFile } from '@lectern/formats/source';
import { openBook, type VolumeFile } from '#features/ingest/volumes/index.ts';
import { joinNames, toLastName, toNativePath } from '#infrastructure/files/names.ts';
import { readVersion } from '#infrastructure/files/versions.ts';
import { toPackageFile } from '#infrastructure/program-files.ts';
import { createParts } from '#infrastructure/workers/parts.ts';
import { type ErrorData, toErrorData } from '#infrastructure/workers/protocol.ts';

export interface Box {
  maxWidth: number;
  maxHeight: number;
  quality: number;
  maxPixels: number;
}

/** The cover image in the file of a book. */
export interface BookCover {
  root: string;
  relativePath: string;
  /** Version of the file (infrastructure/files/versions.ts). */
  version: string;
  container: BookContent['container'];
  /** The cover's entry in the archive; null for a PDF, whose cover is its first page. */
  entry: StoredEntry | null;
  /** Only for a multi-volume archive. */
  volumes?: readonly VolumeFile[];
}

export interface BookCoversJob {
  covers: readonly BookCover[];
  box: Box;
}

/** A few drawn covers or errors, with their index in the job. */
export type DrawnPart = readonly (readonly [index: number, result: DrawnCover | { error: ErrorData }])[];

/** A cover as JPEG. Width and height are in pixels. */
export interface DrawnCover {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Base64-encoded. */
  thumbHash: string;
}

const shrink = (bytes: Uint8Array, { maxPixels, ...box }: Box): Promise<DrawnCover> =>
  makeHashedThumbnail(bytes, { ...box, limits: { ...defaultLimits, maxPixels } });

async function drawPdf(path: string | Buffer, { maxWidth, maxHeight, quality }: Box): Promise<DrawnCover> {
  const pdf = await openPdfFile(path);
  try {
    const { pixels, width, height } = pdf.document.renderPage(0, { maxWidth, maxHeight });
    return await encodeHashed({ pixels, width, height, channels: 3 }, quality);
  } finally {
    closePdf(pdf);
  }
}

async function readEntry(
  { root, relativePath, volumes }: BookCover,
  entry: StoredEntry,
): Promise<Uint8Array> {
  const source = openBook({ root, relativePath }, volumes);
  try {
    return await readMappedEntry(source, defaultLimits, entry);
  } finally {
    source.close();
  }
}

async function readEbookPicture(path: string | Buffer, relativePath: string): Promise<Uint8Array> {
  const source = openFileSource(path);
  try {
    const fileName = toLastName(relativePath);
    return await readEbookCover({ source, limits: defaultLimits, fileName });
  } finally {
    source.close();
  }
}

function drawCover(cover: BookCover, box: Box): Promise<DrawnCover> {
  const { root, relativePath, version, container, entry } = cover;
  const path = toNativePath(root, relativePath);
  return readVersion(path, version, async () => {
    if (container === 'pdf') return drawPdf(path, box);
    if (container === 'ebook') return shrink(await readEbookPicture(path, relativePath), box);
    if (!entry) throw new FormatError('thumbnail', 'The book has no picture');
    if (container !== 'folder') return shrink(await readEntry(cover, entry), box);
    const page = toNativePath(root, joinNames(relativePath, entry.name));
    return shrink(readPartFile(page, 'thumbnail', defaultLimits.maxEntryBytes), box);
  });
}

/** Covers are decoded by threads of the process, and read by its main thread. */
const coversAtOnce = 2;

const fontPath = '@expo-google-fonts/gentium-book-plus/700Bold/GentiumBookPlus_700Bold.ttf';
let font: ReturnType<typeof parseCoverFont> | undefined;

export const coverJobs = {
  'covers.books': async (
    { covers, box }: BookCoversJob,
    partial: (part: DrawnPart) => void,
  ): Promise<void> => {
    const parts = createParts(partial);
    const waiting = covers.entries();
    const drawWaiting = async () => {
      for (const [index, cover] of waiting)
        parts.add([
          index,
          await drawCover(cover, box).catch((error: unknown) => ({ error: toErrorData(error) })),
        ]);
    };
    await Promise.all(Array.from({ length: coversAtOnce }, drawWaiting));
    parts.send();
  },

  'covers.mosaic': ({ pictures, box }: { pictures: Uint8Array[]; box: Box }) =>
    makeMosaic(pictures, { width: box.maxWidth, height: box.maxHeight, quality: box.quality }),

  'covers.designed': async (cover: DesignedCover): Promise<Uint8Array> => {
    font ??= readFile(toPackageFile(fontPath)).then(parseCoverFont);
    return drawDesignedCover(await font, cover);
  },

  'covers.image': ({ bytes, box }: { bytes: Uint8Array; box: Box }): Promise<DrawnCover> =>
    shrink(bytes, box),
};
