// The id that every answer carries and every log line of a request names.
import { newId } from '#infrastructure/ids.ts';

export const makeRequestId = (): string => newId();
