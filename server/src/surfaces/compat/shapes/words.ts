// Closed enumerations: clients fail on unknown values, so only known values are sent.
import { isKeyOf, keysOf } from '@lectern/contract/records';
import { type FileFormat, type FormatKind, formats, type ReadingDirection } from '@lectern/contract/values';
import { z } from 'zod';

const statuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
export type Status = (typeof statuses)[number];
export const statusShape = z.enum(statuses);

/** An unknown status is sent as ongoing. */
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
  direction !== null && isKeyOf(directionOf, direction) ? directionOf[direction] : '';

export const fromDirection = (direction: string): ReadingDirection | undefined =>
  keysOf(directionOf).find((own) => directionOf[own] === direction.toUpperCase());

export const profileShape = z.enum(['DIVINA', 'PDF', 'EPUB', '']);

const profiles = { comic: 'DIVINA', text: 'EPUB', document: 'PDF' } as const satisfies Record<
  FormatKind,
  string
>;

export const profileOf = (format: FileFormat) => profiles[formats[format].kind];

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
