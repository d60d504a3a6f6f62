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
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
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

/** Books as publications, for all protocols. Throws `not_found` for hidden books. */
export interface PublicationService {
  open(viewer: Viewer, id: string): Promise<Publication>;
  /** Available profiles of a book; the first is its default. */
  listProfiles(publication: Publication): Profile[];
  /** Uses the default profile if none is requested. Throws `validation_failed` for an unavailable profile. */
  manifest(
    viewer: Viewer,
    id: string,
    wanted: { profile?: Profile; toForm(publication: Publication): ManifestForm },
  ): Promise<BytesAnswer>;
  /** The content of a manifest; undefined for a book that cannot be opened. */
  findStructure(
    viewer: Viewer,
    id: string,
    toForm: (publication: Publication) => ManifestForm,
  ): Promise<PublicationStructure | undefined>;
  /** Relative to the manifest, or with the given addresses. */
  positions(viewer: Viewer, id: string, addresses?: Addresses): Promise<BytesAnswer>;
  /** The subset of books with a fixed layout. One statement. */
  listFixed(bookIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A file of the book by its name. `folder` is the path of these files below the server root. */
  resource(viewer: Viewer, id: string, requested: RequestedResource): Promise<BytesAnswer>;
}

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

export function createPublications({ books, pages, entries, errors, contents }: Dependencies): {
  routes: MountedRoute[];
  service: PublicationService;
} {
  async function open(viewer: Viewer, id: string): Promise<Publication> {
    const detail = await books.get(viewer, id);
    const { map } = await pages.openBook(viewer, id);
    return { ...detail, map };
  }

  /** Records a broken entry as an error of the book. */
  const readEntry: EntryReader['read'] = async (request) => {
    try {
      return await entries.read(request);
    } catch (error) {
      if (error instanceof Problem && error.code === 'page_extraction_failed') {
        const details = { entry: request.entry.name };
        await errors.record(request.book, { errorType: 'page_extraction', message: error.message, details });
      }
      throw error;
    }
  };

  const service: PublicationService = {
    open,
    listProfiles,
    async manifest(viewer, id, { profile, toForm }) {
      const publication = await open(viewer, id);
      if (profile !== undefined && !listProfiles(publication).includes(profile))
        throw invalid({ path: 'profile', message: `The book is not available as ${profile}` });
      const form = toForm(publication);
      const { mediaType, manifest } = toPublicationManifest(publication, form, profile);
      return toJsonBytes(form.reshape?.(manifest) ?? manifest, mediaType);
    },
    async findStructure(viewer, id, toForm) {
      try {
        const publication = await open(viewer, id);
        const { manifest } = toPublicationManifest(publication, toForm(publication));
        const { metadata, readingOrder, resources, toc } = manifest;
        return { conformsTo: metadata.conformsTo, readingOrder, resources, toc };
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return undefined;
        throw error;
      }
    },
    positions: async (viewer, id, addresses) =>
      toJsonBytes(toPublicationPositions(await open(viewer, id), addresses), positionsType),
    async listFixed(bookIds) {
      const known = await contents.listContents(bookIds);
      const isFixed = (content: Uint8Array) => decodeContent(content)?.epub?.layout === 'fixed';
      return new Set(known.filter(({ content }) => isFixed(content)).map(({ bookId }) => bookId));
    },
    async resource(viewer, id, { path, folder, request }) {
      refuseRunning(request);
      const { book, map } = await pages.openBook(viewer, id);
      const entry = map.resources.find(({ name }) => name === path);
      if (!entry) throw notFound('resource');
      const reader = {
        read: readEntry,
        streamPart: (...input: Parameters<EntryReader['streamPart']>) => entries.streamPart(...input),
      };
      return sendResource({ book, map, entry }, reader, {
        folder: request.root() + folder,
        host: request.host,
      });
    },
  };

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
