// Books as Readium publications: manifests, positions, and the files inside EPUBs.
import { publications as contract } from '@lectern/contract/publications';
import type { Viewer } from '#kernel/access/viewer.ts';
import { notFound } from '#kernel/errors.ts';
import { bytesAnswer } from '#kernel/http/answers.ts';
import type { CallRequest, MountedRoute } from '#kernel/http/implement.ts';
import { implement } from '#kernel/http/implement.ts';
import type { BookService } from '../books/index.ts';
import type { EntryReader, PageService } from '../pages/index.ts';
import { type Publication, toPublicationManifest, toPublicationPositions } from './publication.ts';
import { sendResource } from './resource.ts';

interface Parts {
  books: Pick<BookService, 'get'>;
  pages: Pick<PageService, 'openBook'>;
  entries: EntryReader;
}

const positionsType = 'application/vnd.readium.position-list+json';

export function createPublications({ books, pages, entries }: Parts): { routes: MountedRoute[] } {
  async function open(viewer: Viewer, id: string): Promise<Publication> {
    const { book, metadata } = await books.get(viewer, id);
    const { map } = await pages.openBook(viewer, id);
    return { book, metadata, map };
  }

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
        return sendResource({ book, map, entry }, entries);
      },
    }),
  };
}

/** The address of the manifest as the client wrote it. */
const toSelfHref = ({ protocol, host, url }: CallRequest): string =>
  `${protocol}://${host}${url.split('?')[0]}`;

function toJsonBytes(value: unknown, mediaType: string) {
  const bytes = Buffer.from(JSON.stringify(value));
  return bytesAnswer({ mediaType, sizeBytes: bytes.length, body: () => bytes });
}
