// Bodies that are bytes, read as a stream. An unread body must not block the next request of the connection.
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#infrastructure/errors.ts';
import { closeAfterLongBody } from '../error-replies.ts';

/** Runs `mountRoute` on a scope whose requests may carry bytes of this media type. */
export async function withBytes(
  server: FastifyInstance,
  mediaType: string,
  mountRoute: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register(async (scope) => {
    // Left in the request for the handler.
    scope.addContentTypeParser(mediaType, (_request, _payload, done) => done(null));
    mountRoute(scope);
  });
}

/** Fails if the sender is disconnected. */
export function openBytes({ raw }: FastifyRequest): Readable {
  const stream = new PassThrough();
  // It may fail before it is read; a later reader receives the error.
  stream.on('error', () => {});
  raw.once('close', () => {
    if (!raw.complete) stream.destroy(new Problem('validation_failed', 'The body is cut off'));
  });
  return raw.pipe(stream);
}

/** Discards the rest of a body that its handler has rejected. */
export async function withRest<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => T | Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    if (!request.raw.complete) closeAfterLongBody(request, reply);
    throw error;
  }
}
