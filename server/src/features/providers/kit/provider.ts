// A built-in provider: its manifest, its request limits, and its operations. Descriptions have the fields of the plugin
// protocol (docs/guides/plugins.md).
import type { TrackingStatus } from '@lectern/contract/tracking/tracking-values';
import type { SeriesStatus } from '@lectern/contract/values';
import type { PluginError } from '#features/plugins/protocol/index.ts';
import type { Pace } from '../traffic/index.ts';

export interface ServiceRequest {
  url: string;
  /** Undefined values are omitted; lists are sent as repeated parameters. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Method of a request with a body. Default: POST. */
  method?: 'POST' | 'PUT' | 'PATCH';
  /** JSON body. */
  json?: unknown;
  /** Form body. */
  form?: Readonly<Record<string, string>>;
  /** Name of a separate request limit, for services that limit resources separately. */
  lane?: string;
}

/** Context of a provider call: configuration, credentials, and requests to the service. */
export interface Asking {
  config: Readonly<Record<string, unknown>>;
  credentials: Readonly<Record<string, string>>;
  /** Returns a JSON object. Throws PluginError. */
  ask(request: ServiceRequest): Promise<Readonly<Record<string, unknown>>>;
}

/** A search result. */
export interface ProviderSearchResult {
  externalId: string;
  title: string;
  alternateTitles?: readonly string[];
  year?: number | undefined;
  coverUrl?: string | undefined;
  preview?: {
    status?: SeriesStatus | undefined;
    description?: string | undefined;
    genres?: readonly string[];
    authors?: readonly string[];
    format?: string | undefined;
    rating?: number | undefined;
    bookCount?: number | undefined;
  };
}

interface SeriesQuery {
  query: string;
  year?: number | undefined;
  limit: number;
}

/** Search by ISBN-13 or by words. */
export interface BookQuery extends SeriesQuery {
  isbn?: string | undefined;
  author?: string | undefined;
}

interface Knowledge<Query> {
  search(asking: Asking, query: Query): Promise<ProviderSearchResult[]>;
  /** Throws PluginError `not_found`. */
  get(asking: Asking, externalId: string): Promise<Readonly<Record<string, unknown>>>;
}

/** A user's progress in a series or book, as sent to a service. */
export interface PushedEntry {
  externalId: string;
  status: TrackingStatus;
  /** Highest numbers read, as integers. */
  chapters: number;
  volumes: number;
  /** Progress in a single book, 0 to 1. */
  share: number | undefined;
  isbn: string | undefined;
  /** 1 to 100. */
  score: number | undefined;
  /** ISO date, for example `2026-11-26`. */
  startedAt: string | undefined;
  completedAt: string | undefined;
  /** Whether a newly created entry is private. */
  isPrivate: boolean;
  /** Whether the user starts to read a completed entry again. */
  isReread: boolean;
}

/** An entry of a user's list at a service. */
export interface ListedEntry {
  status: TrackingStatus;
  chapters: number;
  volumes: number;
  pages?: number | undefined;
  score: number | null;
  startedAt: string | null;
  completedAt: string | null;
}

export interface PushOutcome {
  status: 'created' | 'updated' | 'unchanged';
  before?: ListedEntry;
  after: ListedEntry;
}

export interface PulledEntry extends ListedEntry {
  externalId: string;
  title: string | undefined;
}

/** Updates a user's list at a service. Progress is never lowered. All methods throw PluginError. */
export interface Tracking {
  /** Source of the external ids that it accepts, such as `anilist`. */
  idSource: string;
  /** Whether entries are single books with a reading progress. Default: entries are series. */
  tracksBooks?: boolean;
  getUser(asking: Asking): Promise<{
    externalId: string;
    username: string;
    avatarUrl?: string | undefined;
    profileUrl?: string | undefined;
  }>;
  /** A dry run returns the expected result without writing. */
  push(asking: Asking, entry: PushedEntry, options: { isDryRun: boolean }): Promise<PushOutcome>;
  /** `next` is the cursor of the next page. Undefined after the last page. */
  pull(
    asking: Asking,
    page: { cursor: string | undefined; limit: number },
  ): Promise<{ entries: PulledEntry[]; next: string | undefined }>;
}

interface Field {
  key: string;
  label: string;
  description?: string;
  type?: string;
  required?: boolean;
  sensitive?: boolean;
  default?: unknown;
  example?: unknown;
}

export interface Provider {
  /** Name, used as the source of its external ids. */
  name: string;
  displayName: string;
  description: string;
  /** Website of the service. */
  homepage: string;
  /** How to obtain credentials, and the terms of use. */
  instructions: string;
  /** OAuth sign-in of users. */
  oauth?: {
    authorizationUrl: string;
    tokenUrl: string;
    scopes?: readonly string[];
    pkce: boolean | 'plain';
  };
  /** Per-user setup. The credentials then belong to the user. */
  userInstructions?: string;
  credentials?: readonly Field[];
  config?: readonly Field[];
  pace: Pace;
  /** Name of the provider that uses the same service. Both share its request limits. */
  sharesPaceWith?: string;
  /** Days for which a response is cached. */
  keepDays: number;
  /** Interprets an error response, where it differs from the usual meaning. */
  findFault?(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined;
  series?: Knowledge<SeriesQuery>;
  books?: Knowledge<BookQuery>;
  tracking?: Tracking;
}
