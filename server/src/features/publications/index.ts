// Books as Readium publications: manifests, positions, and the files inside EPUBs.
import { createHash } from 'node:crypto';
import { publications as contract } from '@lectern/contract/publications';
import type { Viewer } from '#kernel/access/viewer.ts';
import { notFound, Problem } from '#kernel/errors.ts';
import { bytesAnswer } from '#kernel/http/answers.ts';
import type { CallRequest, MountedRoute } from '#kernel/http/implement.ts';
import { implement } from '#kernel/http/implement.ts';
import type { BookErrors } from '../book-errors/index.ts';
import type { BookService } from '../books/index.ts';
import type { EntryReader, PageService } from '../pages/index.ts';
import { type Publication, toPublicationManifest, toPublicationPositions } from './publication.ts';
import { sendResource } from './resource.ts';

interface Parts {
  books: Pick<BookService, 'get'>;
  pages: Pick<PageService, 'openBook'>;
  entries: EntryReader;
  errors: Pick<BookErrors, 'record'>;
}

const positionsType = 'application/vnd.readium.position-list+json';

export function createPublications({ books, pages, entries, errors }: Parts): { routes: MountedRoute[] } {
  async function open(viewer: Viewer, id: string): Promise<Publication> {
    const { book, metadata } = await books.get(viewer, id);
    const { map } = await pages.openBook(viewer, id);
    return { book, metadata, map };
  }

  /** What of a book turns out to be broken is noted on it. */
  const noting = (bookId: string): Pick<EntryReader, 'read'> => ({
    async read(request) {
      try {
        return await entries.read(request);
      } catch (error) {
        if (error instanceof Problem && error.code === 'page_extraction_failed') {
          const details = { entry: request.entry.name };
          await errors.record(bookId, { errorType: 'page_extraction', message: error.message, details });
        }
        throw error;
      }
    },
  });

  return {
    routes: implement(contract, {
      async manifest({ viewer, params, request }) {
        const publication = await open(viewer, params.id);
        const { mediaType, manifest } = toPublicationManifest(publication, toSelfHref(request));
        return toJsonBytes(manifest, mediaType);
      },
      async positions({ viewer, params }) {
        return toJsonBytes(toPublicationPositions(await open(viewer, params.id)), positionsType);
      },
      async resource({ viewer, params: { id, path } }) {
        const { book, map } = await pages.openBook(viewer, id);
        const entry = map.resources.find(({ name }) => name === path);
        if (!entry) throw notFound('resource');
        return sendResource({ book, map, entry }, noting(id));
      },
    }),
  };
}

/** The address of the manifest as the client wrote it. */
const toSelfHref = ({ protocol, host, url }: CallRequest): string =>
  `${protocol}://${host}${url.split('?')[0]}`;

function toJsonBytes(value: unknown, mediaType: string) {
  const bytes = Buffer.from(JSON.stringify(value));
  const etag = createHash('sha1').update(bytes).digest('base64url');
  return bytesAnswer({ mediaType, sizeBytes: bytes.length, etag, body: () => bytes });
}
