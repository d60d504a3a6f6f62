// What the server asks of the launcher (launcher.cts): how a worker process is confined and what it then becomes.

/** Variable in which the launcher finds its order: unlike a command line, other users cannot read it. */
export const launchVariable = 'LECTERN_LAUNCH';

/** Folders and files that a confined process may use; everything else is denied. What does not exist is left out. */
export interface Access {
  /** To be read, with everything below. */
  reads: readonly string[];
  /** To be read and written, with everything below. */
  writes: readonly string[];
  /** Files that may be executed. */
  executes: readonly string[];
}

export interface Launch {
  /** Undefined: only keep what was compiled, and start. */
  access: Access | undefined;
  /** End instead of starting when a layer is not available. */
  isRequired: boolean;
  program: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** Exit code of a launcher that was to confine and could not. */
export const notConfinedCode = 77;
