// Pages of a book: their list, and each page as stored, as JPEG or PNG, or as thumbnail.

import { decimal } from '@lectern/contract/fields';
import { routes } from '@lectern/contract/route';
import { imageTypes } from '@lectern/contract/values';
import { z } from 'zod';
import type { StoredPage } from '#features/serving/pages/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid, Problem } from '#infrastructure/errors.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { toSize } from '../shapes/texts.ts';
import { type anyQuery, document, download, params } from './descriptions.ts';

const pageShape = z.object({
  number: z.int(),
  fileName: z.string(),
  mediaType: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  size: z.string(),
});

/** Text that is not a number becomes an invalid page number: both return 400. */
const pageParams = z.object({ ...params.shape, number: decimal(z.number()).catch(-1) });
const page = (rest: string, types: readonly string[]) => ({
  ...download(`/api/v1/books/{id}/pages/{number}${rest}`, 'pages:read', types),
  params: pageParams,
  errors: ['page_extraction_failed', 'conflict', 'validation_failed'] as const,
});

const contract = routes('Compatible pages', 'Pages for apps made for another server.', {
  list: document('/api/v1/books/{id}/pages', 'pages:read', z.array(pageShape)),
  image: page('', imageTypes),
  raw: page('/raw', imageTypes),
  thumbnail: page('/thumbnail', ['image/jpeg']),
});

/** The longest edge of a thumbnail in pixels. */
const thumbnailEdge = 300;

export function createPageRoutes({ services }: CompatDependencies): MountedRoute[] {
  const { pages } = services;

  /** One-based. Throws `validation_failed` for a page that the book does not have. */
  async function requirePage(viewer: Viewer, bookId: string, number: number): Promise<number> {
    const { length } = await pages.list(viewer, bookId);
    if (Number.isInteger(number) && number >= 1 && number <= length) return number;
    throw invalid({ path: 'number', message: `The book has ${length} pages.` });
  }

  async function send(
    { viewer, params: { id, number }, request }: PageRequest,
    { format, accept }: { format?: 'jpeg' | 'png' | undefined; accept?: string | string[] | undefined },
  ): Promise<BytesAnswer> {
    return pages.get(viewer, id, {
      number: await requirePage(viewer, id, number),
      format,
      accept,
      acceptEncoding: request.headers['accept-encoding'],
    });
  }

  return implement(contract, {
    async list({ viewer, params: { id } }) {
      const list = await pages.list(viewer, id).catch(throwNotFound);
      return list.map((one, i) => toPage(one, i + 1, pages.pdfWidth()));
    },
    image: ({ viewer, params: requested, query, request }) => {
      const number = requested.number + (isTrue(query.zero_based) ? 1 : 0);
      const negotiates = firstOf(query.contentNegotiation) !== 'false';
      return send(
        { viewer, params: { ...requested, number }, request },
        { format: readFormat(query.convert), accept: negotiates ? request.headers.accept : undefined },
      );
    },
    raw: (call) => send(call, {}),
    async thumbnail({ viewer, params: { id, number } }) {
      return pages.getThumbnail(viewer, id, {
        number: await requirePage(viewer, id, number),
        edge: thumbnailEdge,
      });
    },
  });
}

interface PageRequest {
  viewer: Viewer;
  params: { id: string; number: number };
  request: CallRequest;
}

type Query = z.output<typeof anyQuery>;

const firstOf = (value: Query[string]): unknown => (Array.isArray(value) ? value[0] : value);
const isTrue = (value: Query[string]): boolean => firstOf(value) === 'true';

function readFormat(value: Query[string]): 'jpeg' | 'png' | undefined {
  const format = firstOf(value);
  if (format === undefined || format === '') return undefined;
  if (format === 'jpeg' || format === 'png') return format;
  throw invalid({ path: 'query.convert', message: 'Pages can be converted to jpeg or png' });
}

/** A book that cannot be read has no pages: clients expect 404. */
function throwNotFound(error: unknown): never {
  if (error instanceof Problem && error.code === 'page_extraction_failed')
    throw new Problem('not_found', `The book could not be read: ${error.message}`, { cause: error });
  throw error;
}

/** Describes pages of a PDF like the images that are sent. */
function toPage({ name, mediaType, width, height, sizeBytes }: StoredPage, number: number, pdfWidth: number) {
  if (mediaType !== 'application/pdf') {
    return { number, fileName: name, mediaType, width, height, sizeBytes, size: toSize(sizeBytes) };
  }
  return {
    number,
    fileName: name,
    mediaType: 'image/jpeg',
    width: pdfWidth,
    height: width && height ? Math.round((pdfWidth * height) / width) : null,
    sizeBytes: null,
    size: '',
  };
}
