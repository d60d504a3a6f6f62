// Uploads: one file in the multipart field `file`. The library is only loaded for the routes that accept one, because
// it hooks into every request of its scope.
import { finished, PassThrough } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem, reason, systemCodeOf, toIssue } from '#infrastructure/errors.ts';
import type { StreamedUpload, Upload } from './implement.ts';

/** Runs `mountRoute` on a scope whose requests may carry an upload. */
export async function withUploads(
  server: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: true });
    mountRoute(scope);
  });
}

/**
 * The file. Throws `unsupported_media_type` for another kind of body, `validation_failed` when the field is missing
 * or the body is broken, `payload_too_large` beyond `maxBytes`.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  return withFaults(request, async () => {
    const file = await openFile(request, maxBytes + 1);
    const bytes = await file.toBuffer();
    // The library detects an incomplete file only when its last part arrives separately.
    if (bytes.length > maxBytes) {
      throw new Problem('payload_too_large', `The file is larger than ${maxBytes} bytes`);
    }
    return { bytes, fileName: toFileName(file) };
  });
}

/** The file as a stream, of any size: its reader checks the free space. Throws like readUpload. */
export async function openUpload(request: FastifyRequest): Promise<StreamedUpload> {
  return withFaults(request, async () => {
    const opened = await openFile(request, Number.MAX_SAFE_INTEGER);
    const { file } = opened;
    const stream = new PassThrough();
    // It may fail before anybody reads: a later reader gets the error.
    stream.on('error', () => {});
    // Also of a file that has failed by now: a short body is parsed to its end before anybody can listen.
    finished(file, { writable: false }, (error) => {
      if (error) stream.destroy(toBodyFault(error));
    });
    // An unwanted file is still read to its end: the response follows it.
    stream.once('close', () => file.resume());
    file.pipe(stream);
    request.raw.once('close', () => {
      if (!request.raw.complete) stream.destroy(broken());
    });
    return { stream, fileName: toFileName(opened) };
  });
}

/** Empty for a part without one, which RFC 7578 (4.2) allows. */
const toFileName = ({ filename }: { filename?: string }): string => filename ?? '';

async function openFile(request: FastifyRequest, fileSize: number): Promise<MultipartFile> {
  if (!request.isMultipart?.())
    throw new Problem('unsupported_media_type', 'A multipart/form-data body is needed');
  const file = await request.file({ limits: { fileSize, files: 1, fields: 20, fieldSize: 10_000 } });
  if (file?.fieldname !== 'file') throw invalid(toIssue('body.file', reason('upload_missing')));
  return file;
}

async function withFaults<T>({ raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // What nobody reads any more would keep the next request of the connection waiting.
    raw.unpipe();
    raw.resume();
    throw toBodyFault(error);
  }
}

/** The parser's own errors ("Unexpected end of form") have no code; a file without its end has that of streams. */
function toBodyFault(error: unknown): Error {
  if (error instanceof Problem) return error;
  const code = systemCodeOf(error);
  return error instanceof Error && code !== undefined && code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ? error
    : broken(error);
}

const broken = (cause?: unknown) =>
  new Problem('validation_failed', 'The multipart body is broken', { cause });
