// The error for a database that a newer version of the program has changed.
import { StartError } from '../errors.ts';

/** Builds a command of this program, such as `restore` and a path, that works when it is copied. */
export type ToCommand = (words: readonly string[]) => string;

export class NewerDatabase extends StartError {
  readonly #restored: string | undefined;

  /**
   * `unknown`: names of migrations that this program does not have. `restored`: the copy that was made before them,
   * `<file>` if its name is unknown; undefined if this program's own commands cannot restore one.
   */
  constructor(unknown: readonly string[], restored: string | undefined) {
    const names = unknown.join(', ');
    super(
      `The database was created by a newer version of Lectern (migrations: ${names}); start that version, or restore an earlier copy`,
    );
    this.name = 'NewerDatabase';
    this.#restored = restored;
  }

  /** Returns the message with the command that restores the copy. */
  toSentence(toCommand: ToCommand): string {
    return this.#restored === undefined
      ? this.message
      : `${this.message}: ${toCommand(['restore', this.#restored])}`;
  }
}
