// A series as one zip: stored, since books are packed already, and made while it is sent, so that nothing waits on
// the disk. Its size is known beforehand.
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { maximumPageSize } from '@lectern/contract/pagination';
import yazl from 'yazl';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName, toNativePath } from '#infrastructure/files/names.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { identify, openStream, statFile } from './book-file.ts';

interface Member {
  name: string;
  path: string | Buffer;
  facts: Stats;
}

/** Throws not_found when no file of the series is there. */
export async function sendSeriesZip(
  catalog: Catalog,
  viewer: Viewer,
  seriesId: string,
): Promise<BytesAnswer> {
  const series = await catalog.series.get(viewer, seriesId);
  const members = await listMembers(
    (await listBooks(catalog, viewer, series)).filter(
      ({ rootPath, folder, fileName }) => !catalog.files.isOwn(join(rootPath, folder, fileName)),
    ),
  );
  if (members.length === 0) throw notFound('file');
  return bytesAnswer({
    mediaType: 'application/zip',
    sizeBytes: await measure(members),
    headers: { 'Content-Disposition': toContentDisposition(`${series.title}.zip`) },
    body: () => pack(members),
  });
}

async function listBooks(
  catalog: Catalog,
  viewer: Viewer,
  { id, libraryId }: { id: string; libraryId: string },
): Promise<BookRow[]> {
  const all: BookRow[] = [];
  for (let page = 1; ; page++) {
    const { rows } = await catalog.books.list(viewer, {
      seriesId: id,
      libraryId,
      page: { page, pageSize: maximumPageSize },
    });
    all.push(...rows);
    if (rows.length < maximumPageSize) return all;
  }
}

/** Files that are there, under names of their own: a file that just went is left out. */
async function listMembers(books: readonly BookRow[]): Promise<Member[]> {
  const taken = new Set<string>();
  const members: Member[] = [];
  for (const { rootPath, folder, fileName } of books) {
    const path = toNativePath(rootPath, joinNames(folder, fileName));
    const facts = await statFile(path).catch(() => undefined);
    if (facts) members.push({ name: takeName(toDisplayName(fileName), taken), path, facts });
  }
  return members;
}

/** A name that any system takes, with a number when it is taken: "Saga 001 (2).cbz". */
function takeName(fileName: string, taken: Set<string>): string {
  const clean = toSafeFileName(fileName);
  const dot = clean.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
  let name = clean;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem} (${n})${extension}`;
  taken.add(name.toLowerCase());
  return name;
}

const toOptions = ({ facts }: Member) => ({ compress: false, size: facts.size, mtime: facts.mtime });

/** Size of the zip, from a rehearsal in which no file is opened. */
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
      openStream(member.path, identify(member.facts)).then(
        (file) => give(null, file),
        // Headers are sent by now: the download breaks off, and the client sees that it is short.
        (error: Error) => stream.destroy(error),
      );
    });
  }
  zip.on('error', (error: Error) => stream.destroy(error));
  zip.end();
  zip.outputStream.pipe(stream);
  return stream;
}
