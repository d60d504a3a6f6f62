// What went wrong with a book, for the result of a task that goes on with the others.
import { z } from 'zod';

export const failureSchema = z.object({
  title: z.string(),
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;
