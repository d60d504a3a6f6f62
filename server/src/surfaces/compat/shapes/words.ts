// The closed enumerations (compat-clients 0.6): an unknown value stops a client, so nothing else leaves here.
import type { FileFormat, ReadingDirection } from '@lectern/contract/reading';
import { z } from 'zod';

const statuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
export type Status = (typeof statuses)[number];
export const statusShape = z.enum(statuses);

/** What is not known counts as going on. */
export const toStatus = (status: string | null): Status =>
  status === null || status === 'unknown'
    ? 'ONGOING'
    : (statuses.find((one) => one === status.toUpperCase()) ?? 'ONGOING');

const directions = ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'] as const;
export type Direction = (typeof directions)[number];
export const directionShape = z.enum([...directions, '']);

const directionOf: Readonly<Record<ReadingDirection, Direction>> = {
  ltr: 'LEFT_TO_RIGHT',
  rtl: 'RIGHT_TO_LEFT',
  ttb: 'VERTICAL',
  webtoon: 'WEBTOON',
};

export const toDirection = (direction: string | null): Direction | '' =>
  direction !== null && Object.hasOwn(directionOf, direction)
    ? directionOf[direction as ReadingDirection]
    : '';

export const fromDirection = (direction: string): ReadingDirection | undefined =>
  (Object.keys(directionOf) as ReadingDirection[]).find(
    (own) => directionOf[own] === direction.toUpperCase(),
  );

export const profileShape = z.enum(['DIVINA', 'PDF', 'EPUB', '']);

interface FormatWords {
  mediaType: string;
  profile: 'DIVINA' | 'PDF' | 'EPUB';
}

export const formatWords: Readonly<Record<FileFormat, FormatWords>> = {
  cbz: { mediaType: 'application/zip', profile: 'DIVINA' },
  cbr: { mediaType: 'application/x-rar-compressed; version=4', profile: 'DIVINA' },
  pdf: { mediaType: 'application/pdf', profile: 'PDF' },
  epub: { mediaType: 'application/epub+zip', profile: 'EPUB' },
};

export const mediaStatusShape = z.enum(['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED']);

export function toMediaStatus({
  analyzed,
  analysisError,
}: {
  analyzed: number;
  analysisError: string | null;
}) {
  if (analyzed === 1) return 'READY';
  return analysisError === null ? 'UNKNOWN' : 'ERROR';
}
