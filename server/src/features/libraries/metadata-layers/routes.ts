import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { MetadataService } from './service.ts';

interface Call {
  viewer: Viewer;
  params: { id: string };
}

/** Handlers that read and edit the metadata of a book or series. */
export const createMetadataHandlers = <Metadata extends { locks: Record<string, boolean> }, Patch, Locks>(
  service: MetadataService<Metadata, Patch, Locks>,
) => ({
  get: ({ viewer, params }: Call) => service.get(viewer, params.id),
  replace: ({ viewer, params, body }: Call & { body: Patch }) => service.replace(viewer, params.id, body),
  update: ({ viewer, params, body }: Call & { body: Patch }) => service.update(viewer, params.id, body),
  reset: ({ viewer, params }: Call) => service.reset(viewer, params.id),
  async getLocks({ viewer, params }: Call) {
    const { locks } = await service.get(viewer, params.id);
    return { locks };
  },
  async setLocks({ viewer, params, body }: Call & { body: Locks }) {
    const { locks } = await service.setLocks(viewer, params.id, body);
    return { locks };
  },
});
