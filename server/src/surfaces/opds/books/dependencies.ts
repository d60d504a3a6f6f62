// What the routes about one book are made of, and what they all say of their answers.

import type { createLists } from '#features/reading/lists/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PageService } from '#features/serving/pages/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';

export interface OpdsBookDependencies {
  services: {
    pages: Pick<PageService, 'get'>;
    covers: CoverService;
    files: Pick<FileService, 'sendBook' | 'mediaTypeOf'>;
    publications: PublicationService;
    progress: Pick<
      ProgressService,
      | 'getProgression'
      | 'writeForeignProgression'
      | 'getOpdsProgression'
      | 'writeOpdsProgression'
      | 'noteFetched'
    >;
    lists: Pick<ReturnType<typeof createLists>, 'covers'>;
  };
}

/** Clients ask for the same pictures again and again: they may keep them so long. */
const keptSeconds = { page: 3_600, cover: 600 } as const;

export const keep = (answer: BytesAnswer, what: keyof typeof keptSeconds): BytesAnswer =>
  bytesAnswer({ ...answer, cacheControl: `private, max-age=${keptSeconds[what]}` });
