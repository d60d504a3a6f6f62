// Serves feeds: from the request to the document, for all feeds of a version.
import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { PublicationStructure } from '#features/serving/publications/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type Bases, mediaTypes, toBases } from './addresses.ts';
import { toEntryDocument } from './atom/entry.ts';
import { toAtomFeed } from './atom/feed.ts';
import { toManifestForm } from './books/manifest-form.ts';
import { makeCollection, makeCollections, makeReadList, makeReadLists } from './feeds/book-lists.ts';
import {
  listFeeds,
  makeLibraries,
  makeLibrary,
  makeRoot,
  makeSeriesBooks,
  makeWanted,
} from './feeds/browse.ts';
import type { FeedCall, feedQuery } from './feeds/call.ts';
import type { FeedDependencies } from './feeds/dependencies.ts';
import { findPublication } from './feeds/lists.ts';
import { makePreset, makePresets } from './feeds/presets.ts';
import { makeSearch, searchBooks, searchSeries } from './feeds/search.ts';
import type { Feed, Publication } from './feeds/shape/feed.ts';
import { makeGenres, makePublishers } from './feeds/terms.ts';
import { toJsonFeed, toPublicationDocument } from './json/feed.ts';

export type Version = 'atom' | 'json';

interface FeedRequest {
  viewer: Viewer;
  query: z.output<typeof feedQuery>;
  request: { root(): string };
}

type EntityRequest = FeedRequest & { params: { id: string } };

interface Written {
  mediaType: string;
  text: string;
}

const writers = {
  atom: {
    feed: (feed: Feed, bases: Bases): Written => ({
      mediaType: mediaTypes[feed.kind],
      text: toAtomFeed(feed, bases),
    }),
    publication: async (publication: Publication, bases: Bases): Promise<Written> => ({
      mediaType: mediaTypes.entry,
      text: toEntryDocument(publication, bases),
    }),
  },
  json: {
    feed: (feed: Feed, bases: Bases): Written => ({
      mediaType: mediaTypes.json,
      text: toJsonFeed(feed, bases),
    }),
    publication: async (
      publication: Publication,
      bases: Bases,
      findStructure: () => Promise<PublicationStructure | undefined>,
    ): Promise<Written> => ({
      mediaType: mediaTypes.publication,
      text: toPublicationDocument(publication, bases, await findStructure()),
    }),
  },
};

/** A document for one user. The ETag includes the user id, so that it never equals that of another user. */
export function toDocumentAnswer({ mediaType, text }: Written, userId: string): BytesAnswer {
  const bytes = Buffer.from(text);
  const etag = hash('sha1', `${userId}\0${text}`, 'base64url');
  return bytesAnswer({ mediaType, sizeBytes: bytes.length, etag, body: () => bytes });
}

/** Handlers of all feeds of a version. `pageSize` is read on each request, because the setting may change. */
export function createServing(version: Version, deps: FeedDependencies, pageSize: () => number) {
  const write = writers[version];
  const withGroups = version === 'json';
  const serveOne =
    (make: (deps: FeedDependencies, call: FeedCall, id: string) => Promise<Feed>) =>
    async ({ viewer, query, params, request }: EntityRequest) => {
      const feed = await make(deps, { viewer, query, pageSize: pageSize(), withGroups }, params.id);
      return toDocumentAnswer(write.feed(feed, toBases(request.root())), viewer.userId);
    };
  const serve = (make: (deps: FeedDependencies, call: FeedCall) => Promise<Feed>) => {
    const handle = serveOne(make);
    return (request: FeedRequest) => handle({ ...request, params: { id: '' } });
  };

  return {
    root: serve(makeRoot),
    start: serve(makeRoot),
    libraries: serve(makeLibraries),
    library: serveOne(makeLibrary),
    series: serve(listFeeds.series),
    newSeries: serve(listFeeds.newSeries),
    updatedSeries: serve(listFeeds.updatedSeries),
    seriesBooks: serveOne(makeSeriesBooks),
    books: serve(listFeeds.books),
    newBooks: serve(listFeeds.newBooks),
    onDeck: serve(listFeeds.onDeck),
    keepReading: serve(listFeeds.keepReading),
    collections: serve(makeCollections),
    collection: serveOne(makeCollection),
    readLists: serve(makeReadLists),
    readList: serveOne(makeReadList),
    wanted: serve(makeWanted),
    wantedSeries: serve(listFeeds.wantedSeries),
    wantedBooks: serve(listFeeds.wantedBooks),
    presets: serve(makePresets),
    preset: serveOne(makePreset),
    genres: serve(makeGenres),
    publishers: serve(makePublishers),
    search: serve(makeSearch),
    searchSeries: serve(searchSeries),
    searchBooks: serve(searchBooks),

    async book({ viewer, params, request }: EntityRequest): Promise<BytesAnswer> {
      const publication = await findPublication(deps, viewer, params.id);
      if (!publication) throw notFound('book');
      const findStructure = async () =>
        can(viewer, 'pages:read')
          ? deps.services.publications.findStructure(viewer, params.id, (book) =>
              toManifestForm(book, { request, files: deps.services.files }),
            )
          : undefined;
      const document = await write.publication(publication, toBases(request.root()), findStructure);
      return toDocumentAnswer(document, viewer.userId);
    },
  };
}
