// Results of the checks, as sentences for users.
import type { Explanation } from '#infrastructure/files/faults/explain.ts';

export interface Finding {
  /** A `problem` prevents something from working. A `warning` will become one, or is a possible improvement. */
  state: 'ok' | 'warning' | 'problem';
  /** One or two sentences, without secrets. */
  message: string;
  /** What to do. Without a final period if it ends with a command or a path, because users copy it. */
  remedy?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy });
export const problem = (message: string, remedy?: string): Finding => ({
  state: 'problem',
  message,
  ...(remedy !== undefined && { remedy }),
});

/** A problem with a path. */
export const explained = ({ message, remedy }: Explanation): Finding => problem(`${message}.`, remedy);
