// Uploads: one file in the multipart field `file`. The library is loaded for the routes that take one only, because
// it hooks into every request of its scope.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem } from '#kernel/errors.ts';
import type { Upload } from './implement.ts';

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
  if (!request.isMultipart?.())
    throw new Problem('unsupported_media_type', 'A multipart/form-data body is needed');
  try {
    const file = await request.file({
      limits: { fileSize: maxBytes + 1, files: 1, fields: 20, fieldSize: 10_000 },
    });
    if (file?.fieldname !== 'file') throw invalid({ path: 'body.file', message: 'The file is missing' });
    const bytes = await file.toBuffer();
    // The library notices a cut-off file only when its last part comes alone.
    if (bytes.length > maxBytes) {
      throw new Problem('payload_too_large', `The file is larger than ${maxBytes} bytes`);
    }
    return { bytes, fileName: file.filename };
  } catch (error) {
    // The parser's own faults ("Unexpected end of form") carry no code.
    if (error instanceof Problem || (error instanceof Error && 'code' in error)) throw error;
    throw new Problem('validation_failed', 'The multipart body is broken', { cause: error });
  }
}
