// What a check found, as sentences for people.
import type { Explanation } from '#infrastructure/files/faults/explain.ts';

export interface Finding {
  /** A `problem` keeps something from working; a `warning` will, or is less than it could be. */
  state: 'ok' | 'warning' | 'problem';
  /** One sentence, without secrets. */
  message: string;
  /** What to do. Without a full stop where it ends in a command or a path, which people copy. */
  remedy?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy });
export const problem = (message: string, remedy?: string): Finding => ({
  state: 'problem',
  message,
  ...(remedy !== undefined && { remedy }),
});

/** A fault of a path. */
export const explained = ({ message, remedy }: Explanation): Finding => problem(`${message}.`, remedy);
