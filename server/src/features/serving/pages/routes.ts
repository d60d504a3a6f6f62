import { pages as contract, type Page } from '@lectern/contract/serving/pages';
import { isComic } from '@lectern/contract/values';
import type { StoredPage } from '@lectern/formats/content';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { PageService } from './service.ts';

export function createPageRoutes(
  service: PageService,
  listSkippedPages: (bookId: string) => Promise<number[]>,
): MountedRoute[] {
  return implement(contract, {
    async list({ viewer, params }) {
      const { book, map } = await service.openBook(viewer, params.id);
      const skipped = new Set(isComic(book.format) ? await listSkippedPages(book.id) : []);
      return map.pages.map((page, i) => toPage(page, i, skipped));
    },
    image: ({ viewer, params, query, request }) =>
      service.get(viewer, params.id, {
        number: params.number,
        width: query.width,
        format: query.format,
        version: query.v,
        accept: request.headers.accept,
        acceptEncoding: request.headers['accept-encoding'],
      }),
    pageThumbnail: ({ viewer, params, query }) =>
      service.getThumbnail(viewer, params.id, { number: params.number, version: query.v }),
  });
}

/** A landscape page counts as a double page, as does a page marked as double in the metadata. */
function toPage(page: StoredPage, i: number, skipped: ReadonlySet<number>): Page {
  const isRendered = page.mediaType === 'application/pdf';
  const mediaType = isRendered ? 'image/jpeg' : page.mediaType;
  return {
    pageNumber: i + 1,
    fileName: toDisplayName(page.name),
    mediaType,
    fileFormat: mediaType.replace('image/', ''),
    fileSize: isRendered ? null : page.sizeBytes,
    width: page.width,
    height: page.height,
    doublePage: page.isDouble || (page.width !== null && page.height !== null && page.width > page.height),
    skipped: skipped.has(i + 1),
  };
}
