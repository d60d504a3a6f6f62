// A provider that comes with Lectern: what it says of itself, how fast its service is asked, and its answers in the shapes of
// the protocol of plugins (docs/plugins.md).
import type { PluginError } from '../plugin-protocol/index.ts';
import type { Pace } from '../provider-traffic/index.ts';

export interface ServiceRequest {
  url: string;
  /** Undefined values are left out, lists repeated. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
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
  credentials?: readonly Field[];
  config?: readonly Field[];
  pace: Pace;
  /** Days for which what it says of an id is not asked for again. */
  keepDays: number;
  /** What an answer means that is no success, where that differs from the usual. */
  findFault?(status: number, body: Readonly<Record<string, unknown>>): PluginError | undefined;
  series?: Knowledge<SeriesQuery>;
  books?: Knowledge<BookQuery>;
}
