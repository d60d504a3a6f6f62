// Errors in the format of each version.
import type { ErrorAnswer } from '#infrastructure/http/problems.ts';
import type { SurfaceError } from '#infrastructure/http/routes/surface.ts';
import { type Bases, basePaths, mediaTypes } from '../addresses.ts';
import { toAuthenticationDocument, toChallenge } from './document.ts';

/** `path` is the path of the request below the root. */
export function toOpdsError({ status, body }: ErrorAnswer, bases: Bases, path: string): SurfaceError {
  if (status === 401) {
    return {
      status,
      mediaType: mediaTypes.authentication,
      body: toAuthenticationDocument(bases),
      headers: toChallenge(bases),
    };
  }
  if (path.startsWith(basePaths.json)) {
    const problem = { title: body.message, status, type: 'about:blank', detail: body.message };
    return { status, mediaType: 'application/problem+json', body: JSON.stringify(problem) };
  }
  return { status, mediaType: 'text/plain; charset=utf-8', body: `${body.message}\n` };
}
