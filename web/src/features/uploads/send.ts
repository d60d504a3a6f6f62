// Sends one file by the tus protocol. What was interrupted, by a lost connection or the end of the browser, goes on where it was.
import { toRecord } from '@lectern/contract/records';
import { type DetailedError, Upload } from 'tus-js-client';
import { ApiError, renew, toUrl } from '../../api/call.ts';
import type { Gathered } from './gather-files.ts';

export interface Sending {
  stop(): void;
  /** Throws away what has come. */
  giveUp(): void;
}

/** Where a file goes. */
export interface Place {
  libraryId: string;
  root: number;
  folder: string;
}

interface Listeners {
  onProgress(sentBytes: number): void;
  onDone(): void;
  onFault(fault: Error): void;
}

/** Below what proxies and tunnels let pass. */
const chunkBytes = 16 * 1024 ** 2;
const retryMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

export function send(
  { file, path, place }: Gathered & { place: Place },
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
    // A session that has expired is renewed, and the request made again.
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

/** Of a reason: texts and numbers. */
function toValues(params: unknown): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(toRecord(params)))
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  return values;
}

const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;

/** What is over by itself: a lost connection, a busy or restarting server, another request for the same upload. */
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
    // A page of a proxy.
    return {};
  }
}

/** As other calls of the API fail. */
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
