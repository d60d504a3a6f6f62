// The interface of a protocol in the matrix of reading positions: writes positions, reads them, or both.
import type { Client } from '../harness/client.ts';
import type { SignedIn } from '../harness/sign-in.ts';

export type Kind = 'cbz' | 'pdf' | 'epub';

export interface Target {
  kind: Kind;
  bookId: string;
  seriesId: string;
  fileName: string;
  /** Number of pages, or of positions in a text. */
  pages: number;
  /** Number in the series. */
  number: number;
  bytes: Buffer;
}

export interface BookPosition {
  /** From 1. */
  page: number;
  /** 0 to 1: the fraction before the position, or 1 at the end. */
  share: number;
  isEnd: boolean;
}

/** A position as a dialect reports it, without the fields that the dialect does not have. */
export type ReportedPosition = Partial<BookPosition>;

export interface Reader {
  /** Signed in to the API. */
  web: SignedIn;
  /** Authenticates with name and password, as apps do. */
  app: Client;
  /** The server's clock. */
  now(): Date;
  /** Advances the server's clock. */
  wait(ms: number): void;
}

export interface Dialect {
  name: string;
  /** Kinds of books that the protocol supports. Default: all. */
  kinds?: readonly Kind[];
  /** Whether the protocol can express the position. Default: all positions. */
  canReport?(place: BookPosition, target: Target): boolean;
  /** Writes a position, with the time `at` if the protocol has timestamps. Returns whether the server accepted it. */
  write?(reader: Reader, target: Target, update: { place: BookPosition; at?: Date }): Promise<boolean>;
  /** Writes have a timestamp, so that older writes are detected. */
  isDated?: boolean;
  /** The protocol never moves a position backwards. */
  isForwardOnly?: boolean;
  /** Undefined before the first write. */
  read?(reader: Reader, target: Target): Promise<ReportedPosition | undefined>;
  /** Writes back the position that it reads, with the current time. */
  putBack?(reader: Reader, target: Target): Promise<void>;
}

export const isPaged = ({ kind }: Pick<Target, 'kind'>): boolean => kind !== 'epub';
