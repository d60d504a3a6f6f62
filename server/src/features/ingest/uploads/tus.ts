// Adapts the tus library to the API. Errors have the common format.
import { Readable } from 'node:stream';
import { isRecord } from '@lectern/contract/records';
import { Server } from '@tus/server';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, notFound, Problem, reason } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import { getRow, type StoreDependencies, UploadStore } from './data-store.ts';

/** Request headers of the protocol. Other headers, such as method overrides, are not passed on. */
const taken = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
  'content-type',
  'content-length',
];
const given = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires',
  'cache-control',
];

const version = '1.0.0';
/** Time in milliseconds until a request ends after another one wants to write. */
const drainMs = 500;

interface TusCall {
  viewer: Viewer;
  request: CallRequest;
  /** Undefined when an upload is created. */
  id?: string;
}

export async function speakTus(deps: StoreDependencies, { viewer, request, id }: TusCall) {
  refuseVersion(request);
  // Checked first, because a waiting request interrupts the current writer, which must only be possible for its owner.
  if (id !== undefined) await getRow(deps, viewer, id);
  const datastore = new UploadStore(deps, viewer);
  let fault: unknown;
  let newest = '';
  const server = new Server({
    path: '/uploads',
    datastore,
    relativeLocation: true,
    locker: deps.leases,
    lockDrainTimeout: drainMs,
    namingFunction: () => newId(),
    getFileIdFromRequest: () => id,
    async onUploadCreate(_, upload) {
      await datastore.begin(upload);
      newest = upload.id;
      return {};
    },
    onResponseError(_, error) {
      fault = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(toWebRequest(request));
  if (fault === undefined && response.status >= 400)
    fault = { status_code: response.status, body: await response.text() };
  if (fault !== undefined) {
    const problem = toProblem(fault);
    // A creation request contained more bytes than the length. The client does not learn the URL of the upload, so it
    // is deleted.
    if (newest !== '' && problem instanceof Problem && problem.code === 'payload_too_large')
      await datastore.remove(newest);
    throw problem;
  }
  const headers: Record<string, string> = {};
  for (const name of given) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  // Without scheme and host, which an untrusted proxy may have changed.
  const base = new URL(request.root()).pathname.replace(/\/$/, '');
  const place: Record<string, string> = newest === '' ? {} : { Location: `${base}/api/v1/uploads/${newest}` };
  return { status: response.status, headers: { ...headers, ...place } };
}

/** These methods need no protocol version. */
const isPlain = ({ method }: CallRequest): boolean => method === 'HEAD' || method === 'DELETE';

function refuseVersion(request: CallRequest): void {
  if (isPlain(request) || request.headers['tus-resumable'] === version) return;
  const headers = { 'Tus-Version': version };
  throw new Problem(
    'precondition_failed',
    reason('upload_header', { message: `Tus-Resumable: ${version}` }),
    {
      headers,
    },
  );
}

function toWebRequest(request: CallRequest): Request {
  const { method, headers, body } = request;
  const passed = new Headers();
  for (const name of taken) {
    const value = headers[name];
    if (typeof value === 'string') passed.set(name, value);
  }
  if (isPlain(request)) passed.set('tus-resumable', version);
  const hasBody = method === 'PATCH' || method === 'POST';
  return new Request('http://localhost/uploads/', {
    method,
    headers: passed,
    ...(hasBody && { body: Readable.toWeb(body()), duplex: 'half' }),
  });
}

/** Converts an error of the tus library, which has a status and a message. */
function toProblem(fault: unknown): unknown {
  if (!isRecord(fault) || typeof fault.status_code !== 'number') return fault;
  const message = String(fault.body).trim();
  switch (fault.status_code) {
    case 404:
      return notFound('upload');
    case 409:
      return conflict(reason('upload_offset'));
    case 410:
      return new Problem('gone', reason('upload_over'));
    case 412:
      return new Problem('precondition_failed', reason('upload_header', { message }));
    case 413:
      return new Problem('payload_too_large', reason('upload_beyond'));
    default:
      // The request was replaced by another one, or its sender disconnected.
      return /aborted/i.test(message)
        ? conflict(reason('upload_busy'))
        : new Problem('validation_failed', reason('upload_header', { message }));
  }
}
