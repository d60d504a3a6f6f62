// A copy of everything that cannot be made again (contract section 9).
import { bytes, routes } from './route.ts';

export const backup = routes('Backup', 'A copy of what Lectern knows.', {
  download: {
    method: 'GET',
    path: '/api/v1/admin/backup',
    summary: 'Database and uploaded covers as one zip, consistent while in use',
    description:
      'Of the embedded database. On PostgreSQL 409: its own tools (`pg_dump`) copy it. One at a time, else 409.',
    access: 'system:admin',
    answers: { 200: bytes(['application/zip']) },
    errors: ['conflict', 'insufficient_storage'],
  },
});
