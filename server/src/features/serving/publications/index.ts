// Books as Readium publications: manifests, positions, and the files inside EPUBs.
import { createHash } from 'node:crypto';
import { publications as contract } from '@lectern/contract/serving/publications';
import { decodeContent } from '@lectern/formats/content';
import type { PositionList } from '@lectern/formats/epub/positions';
import type { WebPubLink, WebPubManifest } from '@lectern/formats/epub/web-publication/types';
import { type Addresses, relativeAddresses } from '@lectern/formats/positions';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles, BookService } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid, notFound, Problem } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement } from '#infrastructure/http/routes/implement.ts';
import type { EntryReader, PageService } from '../pages/index.ts';
import {
  listProfiles,
  type ManifestForm,
  type Profile,
  type Publication,
  toPublicationManifest,
  toPublicationPositions,
} from './publication.ts';
import { refuseRunning, sendResource } from './resource.ts';

interface Dependencies {
  books: BookService;
  pages: PageService;
  entries: EntryReader;
  errors: BookErrors;
  contents: BookFiles;
}

export type { Addresses, ManifestForm, PositionList, Profile, Publication, WebPubLink, WebPubManifest };

export interface PublicationStructure extends Pick<WebPubManifest, 'readingOrder' | 'resources' | 'toc'> {
  /** URL of the profile. */
  conformsTo: unknown;
}

interface RequestedResource {
  path: string;
  folder: string;
  request: Pick<CallRequest, 'root' | 'host' | 'headers'>;
}

const positionsType = 'application/vnd.readium.position-list+json';

/** Books as publications, for all protocols. Throws `not_found` for hidden books. */
export class PublicationService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async open(viewer: Viewer, id: string): Promise<Publication> {
    const detail = await this.#deps.books.get(viewer, id);
    const { map } = await this.#deps.pages.openBook(viewer, id);
    return { ...detail, map };
  }

  /** Available profiles of a book; the first is its default. */
  listProfiles(publication: Publication): Profile[] {
    return listProfiles(publication);
  }

  /** Uses the default profile if none is requested. Throws `validation_failed` for an unavailable profile. */
  async manifest(
    viewer: Viewer,
    id: string,
    { profile, toForm }: { profile?: Profile; toForm(publication: Publication): ManifestForm },
  ): Promise<BytesAnswer> {
    const publication = await this.open(viewer, id);
    if (profile !== undefined && !listProfiles(publication).includes(profile))
      throw invalid({ path: 'profile', message: `The book is not available as ${profile}` });
    const form = toForm(publication);
    const { mediaType, manifest } = toPublicationManifest(publication, form, profile);
    return toJsonBytes(form.reshape?.(manifest) ?? manifest, mediaType);
  }

  /** The content of a manifest; undefined for a book that cannot be opened. */
  async findStructure(
    viewer: Viewer,
    id: string,
    toForm: (publication: Publication) => ManifestForm,
  ): Promise<PublicationStructure | undefined> {
    try {
      const publication = await this.open(viewer, id);
      const { manifest } = toPublicationManifest(publication, toForm(publication));
      const { metadata, readingOrder, resources, toc } = manifest;
      return { conformsTo: metadata.conformsTo, readingOrder, resources, toc };
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    }
  }

  /** Relative to the manifest, or with the given addresses. */
  async positions(viewer: Viewer, id: string, addresses?: Addresses): Promise<BytesAnswer> {
    return toJsonBytes(toPublicationPositions(await this.open(viewer, id), addresses), positionsType);
  }

  /** The subset of books with a fixed layout. One statement. */
  async listFixed(bookIds: readonly string[]): Promise<ReadonlySet<string>> {
    const known = await this.#deps.contents.listContents(bookIds);
    const isFixed = (content: Uint8Array) => decodeContent(content)?.epub?.layout === 'fixed';
    return new Set(known.filter(({ content }) => isFixed(content)).map(({ bookId }) => bookId));
  }

  /** A file of the book by its name. `folder` is the path of these files below the server root. */
  async resource(
    viewer: Viewer,
    id: string,
    { path, folder, request }: RequestedResource,
  ): Promise<BytesAnswer> {
    refuseRunning(request);
    const { pages, entries } = this.#deps;
    const { book, map } = await pages.openBook(viewer, id);
    const entry = map.resources.find(({ name }) => name === path);
    if (!entry) throw notFound('resource');
    const reader: Pick<EntryReader, 'read' | 'streamPart'> = {
      read: (read) => this.#readEntry(read),
      streamPart: (...input) => entries.streamPart(...input),
    };
    return sendResource({ book, map, entry }, reader, {
      folder: request.root() + folder,
      host: request.host,
    });
  }

  /** Records a broken entry as an error of the book. */
  async #readEntry(request: Parameters<EntryReader['read']>[0]): ReturnType<EntryReader['read']> {
    const { entries, errors } = this.#deps;
    try {
      return await entries.read(request);
    } catch (error) {
      if (error instanceof Problem && error.code === 'page_extraction_failed') {
        const details = { entry: request.entry.name };
        await errors.record(request.book, { errorType: 'page_extraction', message: error.message, details });
      }
      throw error;
    }
  }
}

export function createPublications(deps: Dependencies) {
  const service = new PublicationService(deps);
  return {
    service,
    routes: implement(contract, {
      manifest: ({ viewer, params, request }) =>
        service.manifest(viewer, params.id, { toForm: () => toOwnForm(request.root(), params.id) }),
      positions: ({ viewer, params }) => service.positions(viewer, params.id),
      resource: ({ viewer, params: { id, path }, request }) =>
        service.resource(viewer, id, { path, folder: `/api/v1/books/${id}/resources/`, request }),
    }),
  };
}

/** Form of the API: all addresses are relative to the manifest. */
const toOwnForm = (root: string, id: string): ManifestForm => ({
  selfHref: `${root}/api/v1/books/${id}/manifest`,
  addresses: relativeAddresses,
  fileHref: 'file',
  guidedHref: 'guided-navigation',
  links: [
    { rel: 'http://readium.org/position-list', href: 'positions', type: positionsType },
    { rel: 'cover', href: 'thumbnail', type: 'image/jpeg' },
    { rel: 'http://opds-spec.org/acquisition', href: 'file' },
  ],
});

function toJsonBytes(value: unknown, mediaType: string) {
  const bytes = Buffer.from(JSON.stringify(value));
  const etag = createHash('sha1').update(bytes).digest('base64url');
  return bytesAnswer({ mediaType, sizeBytes: bytes.length, etag, body: () => bytes });
}
