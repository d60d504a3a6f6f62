// Background task that deletes old rendered pages.
import { z } from 'zod';
import { administration, defineTask } from '#infrastructure/tasks/define.ts';

export type PdfCleanup = ReturnType<typeof definePdfCleanup>;

export const definePdfCleanup = (
  removeOlderThan: (maxAgeDays: number) => Promise<{ files: number; sizeBytes: number }>,
) =>
  defineTask<{ maxAgeDays: number }>({
    type: 'pdf_cache.cleanup',
    payload: z.object({ maxAgeDays: z.number().min(0) }),
    key: () => 'pages',
    subject: administration,
    priority: 20,
    attempts: 3,
    timeoutSeconds: 600,
    async run({ params }) {
      const { files, sizeBytes } = await removeOlderThan(params.maxAgeDays);
      return { filesDeleted: files, bytesReclaimed: sizeBytes };
    },
  });
