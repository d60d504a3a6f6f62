// Collects everything that the API returns about one book.
import { createHash } from 'node:crypto';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { Cover } from '@lectern/contract/serving/covers';
import type { Page } from '@lectern/contract/serving/pages';
import type { Answer, Client, CorpusFile } from '@lectern/server/testing';

interface Served {
  status: number;
  mediaType: string;
  policy: string;
  bytes: Buffer;
}

interface Resource {
  href: string;
  type: string;
  rel?: string | string[];
}

interface Manifest {
  metadata: Record<string, unknown>;
  readingOrder: Resource[];
  resources?: Resource[];
}

export interface Observation {
  book: BookDto;
  metadata: BookMetadata | null;
  sha256: string;
  pages: Page[];
  covers: Cover[];
  manifest: Manifest | undefined;
  firstPage: Served;
  lastPage: Served;
  firstThumbnail: Served;
  lastThumbnail: Served;
  cover: Served;
  /** For an EPUB: the first and last document of its reading order, and its cover image. */
  documents: Served[];
  coverPicture: Served | undefined;
  /** Status of every response. */
  statuses: number[];
}

const toServed = ({ status, headers, bytes }: Answer): Served => ({
  status,
  mediaType: headers.get('content-type') ?? '',
  policy: headers.get('content-security-policy') ?? '',
  bytes,
});

/** Requests a book, its file, and its first and last page in every form. */
export async function observe(admin: Client, book: BookDto, file: CorpusFile): Promise<Observation> {
  const at = `/api/v1/books/${book.id}`;
  const last = Math.max(1, book.pageCount);
  const paths = {
    detail: '',
    file: '/file',
    pages: '/pages',
    covers: '/covers',
    manifest: '/manifest',
    firstPage: '/pages/1',
    lastPage: `/pages/${last}`,
    firstThumbnail: '/pages/1/thumbnail',
    lastThumbnail: `/pages/${last}/thumbnail`,
    cover: '/thumbnail',
  };
  const answers = {} as Record<keyof typeof paths, Answer>;
  for (const [name, path] of Object.entries(paths))
    answers[name as keyof typeof paths] = await admin.get<unknown>(at + path);
  const detail = answers.detail.body as { book: BookDto; metadata: BookMetadata | null };
  const manifest = answers.manifest.status === 200 ? (answers.manifest.body as Manifest) : undefined;
  const isEpub = book.fileFormat === 'epub';
  const order = isEpub ? (manifest?.readingOrder ?? []) : [];
  const documents = await getAll(
    admin,
    `${at}/`,
    [order[0], order.at(-1)].flatMap((item) => item?.href ?? []),
  );
  const picture = isEpub && file.facts.epub?.coverSize ? (file.facts.epub.cover ?? undefined) : undefined;
  const [coverPicture] = picture ? await getAll(admin, `${at}/resources/`, [encodeURI(picture)]) : [];
  return {
    book: detail.book,
    metadata: detail.metadata,
    sha256: createHash('sha256').update(answers.file.bytes).digest('hex'),
    pages: answers.pages.status === 200 ? (answers.pages.body as Page[]) : [],
    covers: (answers.covers.body as { covers: Cover[] }).covers,
    manifest,
    firstPage: toServed(answers.firstPage),
    lastPage: toServed(answers.lastPage),
    firstThumbnail: toServed(answers.firstThumbnail),
    lastThumbnail: toServed(answers.lastThumbnail),
    cover: toServed(answers.cover),
    documents,
    coverPicture,
    statuses: [...Object.values(answers), ...documents].map((answer) => answer.status),
  };
}

async function getAll(admin: Client, at: string, hrefs: readonly string[]): Promise<Served[]> {
  const served: Served[] = [];
  for (const href of hrefs) served.push(toServed(await admin.get<unknown>(at + href)));
  return served;
}
