// The OPDS Progression 1.0 document: a fraction of the book and references into it. The fraction counts the content
// before the position, like position lists. Pure.
import type { Locator, Progression, WriteProgress } from '@lectern/contract/reading/progress';
import { z } from 'zod';
import { toTime } from '#infrastructure/clock.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { findSpot, type Located, toPageAt } from '../locators/index.ts';

const reference = z.string().max(4_096);
const deviceText = z
  .string()
  .trim()
  .min(1)
  .max(400)
  .refine((text) => !text.includes('\0'));

/** The published schema still uses the name `refs` for references. */
export const opdsProgressionSchema = z.looseObject({
  title: z.string().max(1_000).nullish(),
  modified: z.iso.datetime({ offset: true }),
  device: z.looseObject({ id: deviceText, name: deviceText }),
  progression: z.number().min(0).max(1),
  references: z.array(reference).max(50).nullish(),
  refs: z.array(reference).max(50).nullish(),
});
export type WrittenOpdsProgression = z.infer<typeof opdsProgressionSchema>;

export interface OpdsProgression {
  title?: string;
  modified: string;
  device: { id: string; name: string };
  progression: number;
  references: string[];
}

/** Prefix for devices reported through other protocols, whose names are not URIs. */
const urn = 'urn:lectern:device:';

/** `document` is the same position as a Readium document. */
export function toOpdsProgression(
  { locator, device }: Progression,
  { row, book }: { row: ReadProgressTable; book: Located },
): OpdsProgression {
  const { currentPage, completed, updatedAt } = row;
  const isUri = /^[a-z][a-z0-9+.-]*:/i.test(device.id);
  const paged = isPaged(book);
  const share = paged ? (currentPage - 1) / book.pageCount : (locator.locations?.totalProgression ?? 0);
  return {
    ...(locator.title && { title: locator.title }),
    modified: toTime(updatedAt),
    device: { id: isUri ? device.id : urn + encodeURIComponent(device.id), name: device.name },
    progression: completed === 1 ? 1 : share,
    references: [paged ? `#page=${currentPage}` : locator.href],
  };
}

/** Converts a document to the API's input: the first reference with a position, otherwise only the fraction. */
export function toWritten(document: WrittenOpdsProgression, book: Located): WriteProgress {
  const { modified, device } = document;
  const id = device.id.startsWith(urn) ? decode(device.id.slice(urn.length)) : device.id;
  return {
    ...toPosition(document, book),
    deviceId: id.slice(0, 200),
    deviceName: device.name.slice(0, 200),
    readAt: modified,
  };
}

function toPosition(
  { title, progression, references, refs }: WrittenOpdsProgression,
  book: Located,
): Pick<WriteProgress, 'locator' | 'currentPage' | 'progressPercentage'> {
  const named = (references ?? refs ?? [])
    .map((href): Locator => ({ href, ...(title && { title }), locations: { totalProgression: progression } }))
    .find((locator) => {
      const { isOfBook, page } = findSpot(locator, book);
      return isOfBook && page !== undefined;
    });
  if (isPaged(book))
    return { currentPage: (named && findSpot(named, book).page) ?? toPageAt(progression, book.pageCount) };
  return named && book.content ? { locator: named } : { progressPercentage: progression };
}

const isPaged = ({ content, pageCount }: Located): boolean => content?.epub === null && pageCount > 0;

function decode(text: string): string {
  try {
    return decodeURIComponent(text) || text;
  } catch {
    return text;
  }
}
