// The state of the server on one page, for the start page of the administration and its bell.
import { z } from 'zod';
import { count64, id, time } from '../fields.ts';
import { bookErrorTypeSchema } from '../libraries/book-errors.ts';
import { json, routes } from '../route.ts';
import { administrationPermissions, attentionKinds } from './administration-values.ts';

const needs = (permission: string) => `Null for callers without \`${permission}\`.`;

const overviewSchema = z
  .object({
    attention: z.array(z.object({ kind: z.enum(attentionKinds), count: count64 })).meta({
      description: 'Problems, the most urgent first. Kinds without entries are omitted.',
    }),
    disks: z
      .array(
        z.object({
          hasServerData: z.boolean().meta({ description: 'Whether the disk holds the data folder.' }),
          libraryIds: z.array(id).meta({ description: 'Accessible libraries with a folder on the disk.' }),
          totalBytes: count64,
          freeBytes: count64,
          isLow: z
            .boolean()
            .meta({ description: 'Whether less than 5 % and less than 5 GiB are free, or writing fails.' }),
        }),
      )
      .nullable()
      .meta({
        description: `Disks of the data folder and of accessible libraries. A disk that does not respond is omitted. Sizes are at most a minute old. ${needs('system:health')}`,
      }),
    backup: z
      .object({
        isSupported: z.boolean().meta({ description: 'False with PostgreSQL, which has its own tools.' }),
        lastAt: time.nullable(),
        nextAt: time.nullable().meta({ description: 'Next scheduled backup. Null without a schedule.' }),
        hasFailed: z.boolean().meta({ description: 'Whether the latest scheduled backup failed.' }),
        isMissing: z
          .boolean()
          .meta({ description: 'Whether the server has run for 35 days without a backup.' }),
      })
      .nullable()
      .meta({ description: needs('system:admin') }),
    damagedBooks: z
      .object({
        total: count64,
        byType: z.array(z.object({ errorType: bookErrorTypeSchema, count: count64 })),
      })
      .nullable()
      .meta({
        description: `Accessible books with errors. A book with errors of two types counts once in \`total\`. ${needs('books:write')}`,
      }),
    readers: z
      .array(z.object({ id, username: z.string(), lastReadAt: time }))
      .nullable()
      .meta({
        description: `Users who read within the last 15 minutes, the latest first. Their books are private. ${needs('users:read')}`,
      }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overviewSchema>;

export const overview = routes('Overview', 'State of the server for administrators.', {
  get: {
    method: 'GET',
    path: '/api/v1/admin/overview',
    summary: 'Get the state of the server',
    description:
      'Returns disks, backups, damaged books and active readers, and counts what needs attention. Contains only the parts that the caller has permission for, and counts only accessible books and visible tasks.',
    access: administrationPermissions,
    answers: { 200: json(overviewSchema) },
  },
});
