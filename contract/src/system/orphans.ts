// Cleanup of unreferenced files and rows.
import { taskStartedSchema } from '../ingest/analysis.ts';
import { json, routes } from '../route.ts';

export const orphans = routes('Orphans', 'Cleanup of unreferenced files and rows.', {
  cleanUp: {
    method: 'POST',
    path: '/api/v1/admin/cleanup-orphans',
    summary: 'Delete unreferenced data',
    description:
      'Starts a task that deletes thumbnails, uploaded covers and cached pages of permanently deleted books and series, incomplete files, series that never had a book, and unused terms. Books with missing files keep their data. The result of the task contains `filesDeleted`, `bytesReclaimed` and `rowsDeleted`.',
    access: 'system:admin',
    answers: { 202: json(taskStartedSchema) },
  },
});
