// What a confined process is asked to try, and what it tells.

export interface ProbeJob {
  /** A file of the server's own. */
  secret: string;
  /** The server. */
  parent: number;
}

export interface ProbeResult {
  /** Files of the server can be read, or programs run. */
  files: boolean;
  /** Sockets can be made. */
  network: boolean;
  /** The server can be sent signals. */
  signals: boolean;
}

export const probeJob = 'confinement.probe';
