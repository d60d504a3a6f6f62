// The id of a request, in every response and log line.
import { newId } from '#infrastructure/ids.ts';

export const makeRequestId = (): string => newId();
