// What a check found, as sentences for people.

export interface Finding {
  /** A `problem` keeps something from working; a `warning` will, or is less than it could be. */
  state: 'ok' | 'warning' | 'problem';
  /** One sentence, without secrets. */
  message: string;
  /** What to do. */
  remedy?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy });
export const problem = (message: string, remedy?: string): Finding => ({
  state: 'problem',
  message,
  ...(remedy !== undefined && { remedy }),
});
