// Schemas about reading that several resources share: directions, formats and progress.
import { z } from 'zod';
import { id, int32, jsonValue, time } from '../fields.ts';
import { fileFormats, readingDirections } from '../values.ts';

export const fileFormatSchema = z.enum(fileFormats);

export const readingDirectionSchema = z.enum(readingDirections);

export const readProgressSchema = z
  .object({
    id,
    userId: id,
    bookId: id,
    currentPage: int32.meta({ description: 'Page number, starting at 1.' }),
    progressPercentage: z.number().min(0).max(1).nullable(),
    completed: z.boolean(),
    startedAt: time,
    updatedAt: time,
    completedAt: time.nullable(),
    locator: jsonValue.nullable(),
  })
  .meta({ id: 'ReadProgress' });
export type ReadProgress = z.infer<typeof readProgressSchema>;
