// What a scan noted, in plain words of the language that is spoken. What this client does not know stays as it came.
import type { Translate } from '../../../i18n/translate.ts';

type Words = Translate;

/** The server waits for a person to say that it is meant. */
export const isHeld = (note: string): boolean => note.includes('confirmRemovals');

const rules: readonly [RegExp, (found: readonly string[], t: Words) => string][] = [
  [
    /^(.+) is missing; is its disk mounted/,
    ([path = ''], t) => t('administration.libraries.noteMissing', { path }),
  ],
  [
    /^(.+) is empty although it held books/,
    ([path = ''], t) => t('administration.libraries.noteEmpty', { path }),
  ],
  [
    /^(.+) holds none of its (\d+) books/,
    ([path = ''], t) => t('administration.libraries.noteEmpty', { path }),
  ],
  [/^(.+) is not a folder any more/, ([path = ''], t) => t('administration.libraries.noteMissing', { path })],
  [
    /^(.+) cannot be read; its permissions/,
    ([path = ''], t) => t('administration.libraries.noteForbidden', { path }),
  ],
  [
    /^(\d+) of (\d+) books are not where they were/,
    ([gone, all], t) => t('administration.libraries.noteHeld', { gone: Number(gone), all: Number(all) }),
  ],
];

export function toPlain(note: string, t: Words): string {
  for (const [pattern, say] of rules) {
    const found = pattern.exec(note);
    if (found) return say(found.slice(1), t);
  }
  return note;
}
