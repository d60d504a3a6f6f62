// From a request to a feed to the document that is sent: the same for every feed of a version.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { type Bases, mediaTypes, toBases } from './addresses.ts';
import { toEntryDocument } from './atom/entry.ts';
import { toAtomFeed } from './atom/feed.ts';
import type { FeedCall, feedQuery } from './feeds/call.ts';
import type { Feeds } from './feeds/index.ts';
import type { Feed, Publication } from './feeds/shape/feed.ts';
import { toJsonFeed, toPublicationDocument } from './json/feed.ts';

export type Version = 'atom' | 'json';

interface FeedRequest {
  viewer: Viewer;
  query: z.output<typeof feedQuery>;
  request: { root(): string };
}

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
    publication: (publication: Publication, bases: Bases): Written => ({
      mediaType: mediaTypes.entry,
      text: toEntryDocument(publication, bases),
    }),
  },
  json: {
    feed: (feed: Feed, bases: Bases): Written => ({
      mediaType: mediaTypes.json,
      text: toJsonFeed(feed, bases),
    }),
    publication: (publication: Publication, bases: Bases): Written => ({
      mediaType: mediaTypes.publication,
      text: toPublicationDocument(publication, bases),
    }),
  },
};

/** A document that is its reader's own: the validator of one is never that of another. */
export function toDocumentAnswer({ mediaType, text }: Written, userId: string): BytesAnswer {
  const bytes = Buffer.from(text);
  const etag = createHash('sha1').update(userId).update('\0').update(bytes).digest('base64url');
  return bytesAnswer({ mediaType, sizeBytes: bytes.length, etag, body: () => bytes });
}

/** `pageSize` follows the settings. */
export function createServing(version: Version, feeds: Feeds, pageSize: () => number) {
  const write = writers[version];
  const toCall = ({ viewer, query }: FeedRequest): FeedCall => ({
    viewer,
    query,
    pageSize: pageSize(),
    withGroups: version === 'json',
  });
  const serve = (make: (call: FeedCall) => Promise<Feed>) => async (requested: FeedRequest) =>
    toDocumentAnswer(
      write.feed(await make(toCall(requested)), toBases(requested.request.root())),
      requested.viewer.userId,
    );
  const serveOne =
    (make: (call: FeedCall, id: string) => Promise<Feed>) =>
    (requested: FeedRequest & { params: { id: string } }) =>
      serve((call) => make(call, requested.params.id))(requested);

  return {
    root: serve(feeds.start),
    start: serve(feeds.start),
    libraries: serve(feeds.libraries),
    library: serveOne(feeds.library),
    series: serve(feeds.series),
    newSeries: serve(feeds.newSeries),
    updatedSeries: serve(feeds.updatedSeries),
    seriesBooks: serveOne(feeds.seriesBooks),
    books: serve(feeds.books),
    newBooks: serve(feeds.newBooks),
    onDeck: serve(feeds.onDeck),
    keepReading: serve(feeds.keepReading),
    collections: serve(feeds.collections),
    collection: serveOne(feeds.collection),
    readLists: serve(feeds.readLists),
    readList: serveOne(feeds.readList),
    wanted: serve(feeds.wanted),
    wantedSeries: serve(feeds.wantedSeries),
    wantedBooks: serve(feeds.wantedBooks),
    presets: serve(feeds.presets),
    preset: serveOne(feeds.preset),
    genres: serve(feeds.genres),
    publishers: serve(feeds.publishers),
    search: serve(feeds.search),
    searchSeries: serve(feeds.searchSeries),
    searchBooks: serve(feeds.searchBooks),

    async book({ viewer, params, request }: FeedRequest & { params: { id: string } }): Promise<BytesAnswer> {
      const publication = await feeds.publication(viewer, params.id);
      if (!publication) throw notFound('book');
      return toDocumentAnswer(write.publication(publication, toBases(request.root())), viewer.userId);
    },
  };
}
