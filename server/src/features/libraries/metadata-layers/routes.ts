import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { MetadataService } from './service.ts';

interface Call {
  viewer: Viewer;
  params: { id: string };
}

interface Shared {
  locks: Record<string, boolean>;
  externalLinks: { id: string; sourceName: string; url: string }[];
  externalIds: { source: string; externalId: string; externalUrl: string | null }[];
}

/** Handlers that read and edit the metadata of a book or series. */
export const createMetadataHandlers = <Metadata extends Shared, Patch, Locks>(
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
  async listLinks({ viewer, params }: Call) {
    const { externalLinks } = await service.get(viewer, params.id);
    return { links: externalLinks };
  },
  async listIds({ viewer, params }: Call) {
    const { externalIds } = await service.get(viewer, params.id);
    return { externalIds };
  },
});
