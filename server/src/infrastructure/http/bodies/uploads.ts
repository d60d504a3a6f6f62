// Uploads: one file in the multipart field `file`. The library is only loaded for the routes that accept one, because
// it hooks into every request of its scope.
import { finished, PassThrough } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem, reason, systemCodeOf, toIssue } from '#infrastructure/errors.ts';
import type { StreamedUpload, Upload } from '../routes/implement.ts';

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
 * Returns the file. Throws `unsupported_media_type` for another kind of body, `validation_failed` if the field is
 * missing or the body is invalid, `payload_too_large` beyond `maxBytes`.
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

/** Returns the file as a stream of any size, whose reader checks the free space. Throws like readUpload. */
export async function openUpload(request: FastifyRequest): Promise<StreamedUpload> {
  return withFaults(request, async () => {
    const opened = await openFile(request, Number.MAX_SAFE_INTEGER);
    const { file } = opened;
    const stream = new PassThrough();
    // It may fail before it is read; a later reader receives the error.
    stream.on('error', () => {});
    // Also handles a file that has already failed: a short body is parsed to its end before a listener can be added.
    finished(file, { writable: false }, (error) => {
      if (error) stream.destroy(toBodyFault(error));
    });
    // An unwanted file is still read to its end, because the response follows it.
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
    // Unread data would block the next request of the connection.
    raw.unpipe();
    raw.resume();
    throw toBodyFault(error);
  }
}

/** The parser's own errors ("Unexpected end of form") have no code; a truncated file has a stream error code. */
function toBodyFault(error: unknown): Error {
  if (error instanceof Problem) return error;
  const code = systemCodeOf(error);
  return error instanceof Error && code !== undefined && code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ? error
    : broken(error);
}

const broken = (cause?: unknown) =>
  new Problem('validation_failed', 'The multipart body is invalid', { cause });
