// A provider that comes with Lectern: what it says of itself, how fast its service is asked, and its answers in the shapes of
// the protocol of plugins (docs/guides/plugins.md).
import type { TrackingStatus } from '@lectern/contract/tracking-values';
import type { PluginError } from '../plugin-protocol/index.ts';
import type { Pace } from '../provider-traffic/index.ts';

export interface ServiceRequest {
  url: string;
  /** Undefined values are left out, lists repeated. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** That of what is sent: POST by default. */
  method?: 'POST' | 'PUT' | 'PATCH';
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>;
  /** Requests that the service counts apart. */
  lane?: string;
}

/** What a provider needs to answer. */
export interface Asking {
  config: Readonly<Record<string, unknown>>;
  credentials: Readonly<Record<string, string>>;
  /** An object of JSON. Throws PluginError. */
  ask(request: ServiceRequest): Promise<Readonly<Record<string, unknown>>>;
}

/** A result of a search, as the protocol has it. */
export interface Found {
  externalId: string;
  title: string;
  alternateTitles?: readonly string[];
  year?: number | undefined;
  coverUrl?: string | undefined;
  preview?: {
    status?: string | undefined;
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

/** ISBN-13, or words. */
export interface BookQuery extends SeriesQuery {
  isbn?: string | undefined;
  author?: string | undefined;
}

interface Knowledge<Query> {
  search(asking: Asking, query: Query): Promise<Found[]>;
  /** Throws PluginError `not_found`. */
  get(asking: Asking, externalId: string): Promise<Readonly<Record<string, unknown>>>;
}

/** What a user has read of a series or book, as it is told to a service. */
export interface PushedEntry {
  externalId: string;
  status: TrackingStatus;
  /** The highest that was read; whole numbers. */
  chapters: number;
  volumes: number;
  /** Of a single book that is read, 0 to 1. */
  share: number | undefined;
  isbn: string | undefined;
  /** 1 to 100. */
  score: number | undefined;
  /** `2026-11-26`. */
  startedAt: string | undefined;
  completedAt: string | undefined;
  /** Whether an entry that is made is shown to the user alone. */
  isPrivate: boolean;
  /** Whether the user starts to read a completed entry again. */
  isReread: boolean;
}

/** An entry of a user's list at a service. */
interface ListedEntry {
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
  latestUpdatedAt?: string | undefined;
}

/** Keeps the list of a user at a service: numbers are only raised there. Each method throws PluginError. */
export interface Tracking {
  /** Source of the external ids that it takes, such as `anilist`. */
  idSource: string;
  /** Whether its entries are single books, of which it takes the share that is read; else they are series. */
  tracksBooks?: boolean;
  getUser(asking: Asking): Promise<{
    externalId: string;
    username: string;
    avatarUrl?: string | undefined;
    profileUrl?: string | undefined;
  }>;
  /** As a dry run it says what would be, and writes nothing. */
  push(asking: Asking, entry: PushedEntry, options: { isDryRun: boolean }): Promise<PushOutcome>;
  /** `next` is where the next page begins; undefined after the last one. */
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
  /** Its name, which external ids of it have. */
  name: string;
  displayName: string;
  description: string;
  /** Its page, which is linked. */
  homepage: string;
  /** How its keys are got, and its terms. */
  instructions: string;
  /** How users sign in there. */
  oauth?: {
    authorizationUrl: string;
    tokenUrl: string;
    scopes?: readonly string[];
    pkce: boolean | 'plain';
  };
  /** For each user, where it keeps lists of theirs: the credentials are theirs then. */
  userInstructions?: string;
  credentials?: readonly Field[];
  config?: readonly Field[];
  pace: Pace;
  /** The provider that asks the same service: both together obey its limits. */
  sharesPaceWith?: string;
  /** Days for which what it says of an id is not asked for again. */
  keepDays: number;
  /** What an answer means that is no success, where that differs from the usual. */
  findFault?(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined;
  series?: Knowledge<SeriesQuery>;
  books?: Knowledge<BookQuery>;
  tracking?: Tracking;
}
