// Streams a series as one zip without a temporary file. Entries are stored without compression, because books are
// already compressed. The size is therefore known in advance.

import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { collect, everyRow } from '#catalog/every-row.ts';
import { toZipName } from '#features/ingest/image-folders/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName, toNativePath } from '#infrastructure/files/names.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { openFolderZip } from '../folder-books/index.ts';
import type { PageService } from '../pages/index.ts';
import { identify, openStream, statFile } from './book-file.ts';
import { findVolumes, openVolumesZip } from './volumes-zip.ts';

interface Member {
  name: string;
  sizeBytes: number;
  modifiedAt: Date;
  open(): Promise<Readable>;
}

interface Dependencies {
  catalog: Catalog;
  pages: Pick<PageService, 'openVolumes'>;
  books: Pick<BookFiles, 'keepReaderHash'>;
}

/** Throws `not_found` if no file of the series exists. */
export async function sendSeriesZip(
  deps: Dependencies,
  viewer: Viewer,
  seriesId: string,
): Promise<BytesAnswer> {
  const { catalog } = deps;
  const { id, libraryId, title } = await catalog.series.get(viewer, seriesId);
  const books = await collect(
    everyRow((page) => catalog.books.list(viewer, { seriesId: id, libraryId, page })),
  );
  return sendZip(deps, viewer, { title, books });
}

/** The files of books that the viewer may see. Throws `not_found` if none exists. */
export async function sendZip(
  { catalog, ...deps }: Dependencies,
  viewer: Viewer,
  { title, books }: { title: string; books: readonly BookRow[] },
): Promise<BytesAnswer> {
  const members = await listMembers(
    books.filter(({ rootPath, folder, fileName }) => !catalog.files.isOwn(join(rootPath, folder, fileName))),
    (book) => findMember(deps, viewer, book),
  );
  if (members.length === 0) throw notFound('file');
  return bytesAnswer({
    mediaType: 'application/zip',
    sizeBytes: await measure(members),
    headers: { 'Content-Disposition': toContentDisposition(`${title}.zip`) },
    body: () => pack(members),
  });
}

/** Files with unique names. Omits missing files. */
async function listMembers(
  books: readonly BookRow[],
  find: (book: BookRow) => Promise<Member>,
): Promise<Member[]> {
  const used = new Set<string>();
  const members: Member[] = [];
  for (const book of books) {
    const found = await find(book).catch(() => undefined);
    if (found) members.push({ ...found, name: toUniqueName(toDisplayName(found.name), used) });
  }
  return members;
}

async function findMember(
  { pages, books }: Omit<Dependencies, 'catalog'>,
  viewer: Viewer,
  { id, rootPath, folder, fileName, fileFormat, fileSize }: BookRow,
): Promise<Member> {
  const relative = joinNames(folder, fileName);
  if (fileFormat === 'folder') {
    const { sizeBytes, modifiedMs, stream } = await openFolderZip(rootPath, relative);
    const modifiedAt = new Date(modifiedMs);
    return { name: toZipName(fileName), sizeBytes, modifiedAt, open: async () => stream() };
  }
  const path = toNativePath(rootPath, relative);
  const candidate = { id, format: fileFormat, sizeBytes: fileSize, path, isDeleted: false };
  const volumes = await findVolumes(pages, viewer, candidate);
  if (volumes) {
    const { name, sizeBytes, modifiedMs, open } = openVolumesZip(volumes, books.keepReaderHash);
    return { name, sizeBytes, modifiedAt: new Date(modifiedMs), open: () => open() };
  }
  const facts = await statFile(path);
  return {
    name: fileName,
    sizeBytes: facts.size,
    modifiedAt: facts.mtime,
    open: () => openStream(path, identify(facts)),
  };
}

/** Returns a portable name, with a number if the name is already used: "Saga 001 (2).cbz". */
function toUniqueName(fileName: string, used: Set<string>): string {
  const clean = toSafeFileName(fileName);
  const dot = clean.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
  let name = clean;
  for (let n = 2; used.has(name.toLowerCase()); n++) name = `${stem} (${n})${extension}`;
  used.add(name.toLowerCase());
  return name;
}

const toOptions = ({ sizeBytes, modifiedAt }: Member) => ({
  compress: false,
  size: sizeBytes,
  mtime: modifiedAt,
});

/** Size of the zip, computed without opening a file. */
function measure(members: readonly Member[]): Promise<number> {
  const zip = new yazl.ZipFile();
  for (const member of members) zip.addReadStreamLazy(member.name, toOptions(member), () => {});
  return new Promise((resolve) => zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void));
}

function pack(members: readonly Member[]): Readable {
  const zip = new yazl.ZipFile();
  const stream = new PassThrough();
  for (const member of members) {
    zip.addReadStreamLazy(member.name, toOptions(member), (give) => {
      member.open().then(
        (file) => give(null, file),
        // The headers were already sent: the download ends early, which the client detects by its length.
        (error: Error) => stream.destroy(error),
      );
    });
  }
  zip.on('error', (error: Error) => stream.destroy(error));
  zip.end();
  zip.outputStream.pipe(stream);
  return stream;
}
