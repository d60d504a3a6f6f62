// Uploads with the tus protocol, as any tus client sends them.
import type { Answer, Client } from '../client.ts';

export const uploads = '/api/v1/uploads';
export const tus = { 'tus-resumable': '1.0.0' };

export interface Refusal {
  error?: string;
  reason?: string;
  message?: string;
}

const toMetadata = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');

/** Creates an upload, optionally with its first bytes in `raw`. */
export function begin(
  who: Client,
  sizeBytes: number | string,
  metadata: Record<string, string | number>,
  raw?: Uint8Array,
): Promise<Answer<Refusal>> {
  return who.request<Refusal>('POST', uploads, {
    headers: {
      ...tus,
      'upload-length': String(sizeBytes),
      'upload-metadata': toMetadata(metadata),
      ...(raw && { 'content-type': 'application/offset+octet-stream' }),
    },
    ...(raw && { raw: new Uint8Array(raw) }),
  });
}

/** Returns the id of a created upload. */
export function toUploadId({ headers, bytes }: Answer): string {
  const location = headers.get('location');
  if (!location) throw new Error(`Upload was not created: ${bytes.toString()}`);
  return location.slice(location.lastIndexOf('/') + 1);
}

export const append = (who: Client, id: string, offset: number, raw: Uint8Array): Promise<Answer<Refusal>> =>
  who.request<Refusal>('PATCH', `${uploads}/${id}`, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    raw: new Uint8Array(raw),
  });

export const askOffset = async (who: Client, id: string): Promise<string | null> =>
  (await who.request('HEAD', `${uploads}/${id}`, { headers: tus })).headers.get('upload-offset');

/** Uploads a whole file in one request. */
export const upload = (who: Client, bytes: Uint8Array, metadata: Record<string, string | number>) =>
  begin(who, bytes.length, metadata, bytes);

interface World {
  server: { admin: Client };
  library: { id: string };
}

let walked = 0;
const aTarget = ({ library }: World) => ({ libraryId: library.id, filename: `Walked ${++walked}.cbz` });

/** Returns the id of an unfinished upload. Undefined if none can be created. */
export async function anUpload(world: World): Promise<string | undefined> {
  const begun = await begin(world.server.admin, 9, aTarget(world));
  // Another test may have deleted the library.
  return begun.status === 201 ? toUploadId(begun) : undefined;
}

const bytesType = { 'content-type': 'application/offset+octet-stream' };

/** Valid input for the routes of uploads. */
export const uploadCalls = {
  'POST /api/v1/uploads': (world: World) => ({
    options: { headers: { ...tus, 'upload-length': '9', 'upload-metadata': toMetadata(aTarget(world)) } },
  }),
  'POST /api/v1/uploads/check': ({ library }: World) => ({
    options: { body: { libraryId: library.id, files: [{ path: 'Walked.cbz', sizeBytes: 9 }] } },
  }),
  'PATCH /api/v1/uploads/{id}': () => ({
    options: { headers: { ...tus, ...bytesType, 'upload-offset': '0' }, raw: new Uint8Array(9) },
  }),
  // No drop folder is configured.
  'POST /api/v1/drop-folder/check': () => ({ status: 409 }),
  'POST /api/v1/drop-folder/accept': () => ({ status: 409 }),
  'PATCH /api/v1/drop-folder/files/{id}': () => ({ options: { body: { series: 'Saga' } }, status: 404 }),
};
