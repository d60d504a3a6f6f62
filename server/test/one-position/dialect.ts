// What a protocol must be able to do to take part in the matrix of one position: tell of a place, be told of it, or both.
import type { Client } from '../harness/client.ts';
import type { SignedIn } from '../harness/sign-in.ts';

export type Kind = 'cbz' | 'pdf' | 'epub';

export interface Target {
  kind: Kind;
  bookId: string;
  seriesId: string;
  fileName: string;
  /** Pages, or positions of a text. */
  pages: number;
  /** In its series. */
  number: number;
  bytes: Buffer;
}

export interface BookPosition {
  /** From 1. */
  page: number;
  /** 0 to 1: what lies before the place, or 1 at the end. */
  share: number;
  isEnd: boolean;
}

/** What a dialect says of a place; what it has no words for is left out. */
export type ReportedPosition = Partial<BookPosition>;

export interface Reader {
  /** Signed in to the API. */
  web: SignedIn;
  /** By name and password, as apps come. */
  app: Client;
  /** What the server's clock says. */
  now(): Date;
  /** Lets time pass for the server. */
  wait(ms: number): void;
}

export interface Dialect {
  name: string;
  /** Books that it knows places of; all when left out. */
  kinds?: readonly Kind[];
  /** Places that it can tell of; all when left out. */
  canReport?(place: BookPosition, target: Target): boolean;
  /** Tells of a place, as of the moment if the dialect says when. Resolves to whether it was taken. */
  write?(reader: Reader, target: Target, update: { place: BookPosition; at?: Date }): Promise<boolean>;
  /** It says when something was read: an older writing is known to be older. */
  isDated?: boolean;
  /** It never leads back. */
  isForwardOnly?: boolean;
  /** Undefined while nothing was read. */
  read?(reader: Reader, target: Target): Promise<ReportedPosition | undefined>;
  /** Gives back what it reads, as of now. */
  putBack?(reader: Reader, target: Target): Promise<void>;
}

export const isPaged = ({ kind }: Pick<Target, 'kind'>): boolean => kind !== 'epub';
