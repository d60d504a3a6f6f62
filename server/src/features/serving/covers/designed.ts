// Designed covers: drawn from the title and the authors of books and series without an image.
import { hash } from 'node:crypto';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { hashToHue } from '@lectern/contract/serving/title-hue';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { coverJobs } from '../thumbnails/index.ts';
import type { CoverDependencies } from './dependencies.ts';
import type { EntityType } from './store.ts';

const callJob = callerOf<typeof coverJobs>();
const timeoutMs = 30_000;
/** Part of the ETag. Increase it when the design changes. */
const designVersion = 1;
/** About 500 thumbnails, which take 30 ms each to draw. */
const maxCachedBytes = 8 * 1024 ** 2;
/** Size where clients request the full-size cover. */
export const fullSize = { maxWidth: 1_200, maxHeight: 1_800, quality: 85 };

export const createDesignedCache = (): CoverDependencies['designed'] =>
  new LRUCache({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => Math.max(1, length) });

interface Size {
  maxWidth: number;
  maxHeight: number;
  quality: number;
}

/** A JPEG with an aspect ratio of 2:3 that fits into the size. Throws `not_found` if the entity does not exist. */
export async function sendDesigned(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, maxWidth, maxHeight, quality }: Size & { id: string },
): Promise<BytesAnswer> {
  const texts = await (type === 'book' ? describeBook(deps, viewer, id) : describeSeries(deps, viewer, id));
  const width = Math.max(1, Math.floor(Math.min(maxWidth, (maxHeight * 2) / 3)));
  const input = { ...texts, hue: hashToHue(texts.title), width, quality };
  const etag = hash('sha1', JSON.stringify([designVersion, input]), 'base64url');
  return bytesAnswer({
    mediaType: 'image/jpeg',
    etag,
    async body() {
      const known = deps.designed.get(etag);
      if (known) return known;
      const call = { input, timeoutMs, urgency: 2, roots: [] };
      const bytes = await callJob(deps.pools.interactive(), 'covers.designed', call);
      deps.designed.set(etag, bytes);
      return bytes;
    },
  });
}

interface Texts {
  title: string;
  line: string | null;
}

async function describeBook(
  { catalog, metadata }: CoverDependencies,
  viewer: Viewer,
  id: string,
): Promise<Texts> {
  const row = await catalog.books.get(viewer, id);
  const authors = listAuthors((await metadata.find(row))?.authors ?? []);
  const series = row.seriesTitle === row.title ? null : row.seriesTitle;
  return { title: row.title, line: authors || series };
}

async function describeSeries({ catalog }: CoverDependencies, viewer: Viewer, id: string): Promise<Texts> {
  const { title, publisher } = await catalog.series.get(viewer, id);
  return { title, line: publisher };
}

/** The names of the first two authors. */
const listAuthors = (people: BookMetadata['authors']): string =>
  people
    .filter(({ role }) => role === 'author' || role === 'writer')
    .slice(0, 2)
    .map(({ name }) => name)
    .join(', ');
