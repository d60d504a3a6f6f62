// The order for the launcher (launcher.cts): the confinement of a worker process or a plugin, and the program that it
// then executes.

/** Environment variable with the order: unlike a command line, other users cannot read it. */
export const launchVariable = 'LECTERN_LAUNCH';

/** Folders and files that a confined process may use; everything else is denied. Missing ones are skipped. */
export interface Access {
  /** Readable, including all descendants. */
  reads: readonly string[];
  /** Readable and writable, including all descendants. */
  writes: readonly string[];
  /** Files that may be executed. */
  executes: readonly string[];
  /** Internet sockets are allowed. UNIX sockets are always denied. */
  usesNetwork: boolean;
  /**
   * Changes of permissions, owners and times are allowed through a descriptor. Landlock does not cover them: the owner
   * of a file could change them through a read-only descriptor.
   */
  changesAttributes: boolean;
  /** Capabilities that a process of root keeps (capabilities(7)). */
  capabilities: readonly number[];
}

export interface Launch {
  /** Undefined: only use the compile cache, and start. */
  access: Access | undefined;
  /** Exit instead of starting if a layer is not available. */
  isRequired: boolean;
  /** Process id of the server. The process ends with it. */
  parent: number;
  program: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** Exit code of a launcher that could not confine. */
export const notConfinedCode = 77;
