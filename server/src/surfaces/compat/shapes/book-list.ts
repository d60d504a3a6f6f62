// Collections and read lists in the clients' format, with their visible members.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { z } from 'zod';
import { toMoment } from './texts.ts';

const shared = {
  id: z.string(),
  name: z.string(),
  ordered: z.boolean(),
  createdDate: z.string(),
  lastModifiedDate: z.string(),
  filtered: z.boolean(),
};

export const collectionShape = z.object({ ...shared, seriesIds: z.array(z.string()) });
export const readListShape = z.object({ ...shared, summary: z.string(), bookIds: z.array(z.string()) });
export type CompatCollection = z.infer<typeof collectionShape>;
export type CompatReadList = z.infer<typeof readListShape>;

export interface ListWithMembers
  extends Pick<SharedList, 'id' | 'name' | 'summary' | 'ordered' | 'createdAt' | 'updatedAt'> {
  memberIds: string[];
}

/** `filtered` is never set, because it would reveal hidden members. */
const toShared = ({ id, name, ordered, createdAt, updatedAt }: ListWithMembers) => ({
  id,
  name,
  ordered,
  createdDate: toMoment(createdAt),
  lastModifiedDate: toMoment(updatedAt),
  filtered: false,
});

export const toCollection = (one: ListWithMembers): CompatCollection => ({
  ...toShared(one),
  seriesIds: one.memberIds,
});

export const toReadList = (one: ListWithMembers): CompatReadList => ({
  ...toShared(one),
  summary: one.summary ?? '',
  bookIds: one.memberIds,
});
