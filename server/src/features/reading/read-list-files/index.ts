// Imports and exports read lists as `.cbl` files.
import { readListFiles as contract } from '@lectern/contract/reading/read-lists';
import type { Catalog } from '#catalog/catalog.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { answer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { ReadListService } from '../lists/index.ts';
import { createReadListFileService } from './service.ts';

export function createReadListFiles(
  catalog: Catalog,
  readLists: ReadListService,
): { routes: MountedRoute[] } {
  const service = createReadListFileService(catalog, readLists);
  return {
    routes: implement(contract, {
      async import({ viewer, query, request }) {
        const { bytes, fileName } = await request.readUpload();
        const isDryRun = query.dryRun === 'true';
        const report = await service.import(viewer, { bytes, fileName, name: query.name, isDryRun });
        return answer(report, { status: isDryRun ? 200 : 201 });
      },
      async export({ viewer, params }) {
        const { name, document } = await service.export(viewer, params.id);
        const bytes = Buffer.from(document);
        return bytesAnswer({
          mediaType: 'application/xml',
          sizeBytes: bytes.length,
          headers: { 'Content-Disposition': toContentDisposition(`${name}.cbl`) },
          body: () => bytes,
        });
      },
    }),
  };
}
