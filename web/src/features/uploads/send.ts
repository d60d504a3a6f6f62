// Uploads one file by the tus protocol. Resumes an upload that was interrupted by a lost connection or a closed browser.

import { toRecord } from '@lectern/contract/records';
import { type DetailedError, Upload } from 'tus-js-client';
import { ApiError, renew, toUrl } from '../../api/call.ts';
import type { FolderChoice } from '../place-fields/index.tsx';
import type { Gathered } from './gather-files.ts';

export interface Sending {
  stop(): void;
  /** Discards the received part. */
  giveUp(): void;
}

interface Listeners {
  onProgress(sentBytes: number): void;
  onDone(): void;
  onFault(fault: Error): void;
}

/** Chunk size in bytes, below the limits of common proxies and tunnels. */
const chunkBytes = 16 * 1024 ** 2;
const retryMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

export function send(
  { file, path, place }: Gathered & { place: FolderChoice },
  { onProgress, onDone, onFault }: Listeners,
): Sending {
  const { libraryId, root, folder } = place;
  let isStopped = false;
  const upload = new Upload(file, {
    endpoint: new URL(toUrl('api/v1/uploads'), document.baseURI).href,
    metadata: { libraryId, root: String(root), folder, relativePath: path, filename: file.name },
    chunkSize: chunkBytes,
    retryDelays: retryMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async () =>
      ['lectern-upload', libraryId, root, folder, path, file.size, file.lastModified].join('/'),
    onProgress,
    onSuccess: onDone,
    onError: (error) => onFault(toFault(error)),
    // Renews an expired session and repeats the request.
    async onAfterResponse(_, response) {
      if (response.getStatus() === 401) await renew();
    },
    onShouldRetry: (error, tries) => isPassing(error, tries),
  });
  void upload.findPreviousUploads().then(([previous]) => {
    if (isStopped) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  });
  const stop = (isOver: boolean) => {
    isStopped = true;
    void upload.abort(isOver).catch(() => {});
  };
  return { stop: () => stop(false), giveUp: () => stop(true) };
}

/** Parameters of a reason: texts and numbers. */
function toValues(params: unknown): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(toRecord(params)))
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  return values;
}

const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;

/** Temporary errors: a lost connection, a busy or restarting server, a concurrent request for the same upload. */
function isPassing(error: DetailedError, tries: number): boolean {
  const status = statusOf(error);
  if (status === 401) return tries === 0;
  if (status === 409) return /^upload_(?:busy|offset)$/.test(String(readBody(error).reason));
  return (
    status === 0 || status === 408 || status === 429 || status === 502 || status === 503 || status === 504
  );
}

function readBody(error: Error | DetailedError): Record<string, unknown> {
  const text = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  try {
    return toRecord(JSON.parse(text ?? ''));
  } catch {
    // The response is an error page of a proxy.
    return {};
  }
}

/** Throws the same errors as other API calls. */
function toFault(error: Error | DetailedError): Error {
  const status = statusOf(error);
  const { error: code, message, reason, params, details } = readBody(error);
  if (status === 0) return new TypeError(error.message);
  return new ApiError(status, {
    error: typeof code === 'string' ? code : 'internal',
    message: typeof message === 'string' ? message : `The server answered ${status}`,
    ...(typeof reason === 'string' && { reason }),
    params: toValues(params),
    details,
  });
}
