// Fonts that users have uploaded for reading, stored in the database and sent only to their owner.
import { fonts as contract } from '@lectern/contract/reading/fonts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { FontService } from './service.ts';
import { createFontStore } from './store.ts';

export type { FontService };

export function createFonts({ database, clock }: { database: Database; clock: Clock }) {
  const service = new FontService(database, createFontStore(database.db), clock);
  return {
    service,
    routes: implement(contract, {
      list: async ({ viewer }) => ({ fonts: await service.list(viewer) }),
      async add({ viewer, request }) {
        const { font, isNew } = await service.add(viewer, await request.readUpload());
        return answer(font, { status: isNew ? 201 : 200 });
      },
      file: ({ viewer, params }) => service.send(viewer, params.id),
      remove: ({ viewer, params }) => service.remove(viewer, params.id),
    }),
  };
}
