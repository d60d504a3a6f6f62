// The attempts of a probe, and its result.

export interface ProbeJob {
  /** A file of the server. */
  secret: string;
  /** Process id of the server. */
  parent: number;
}

export interface ProbeResult {
  /** Files of the server can be read, or programs executed. */
  files: boolean;
  /** Sockets can be created. */
  network: boolean;
  /** Signals can be sent to the server. */
  signals: boolean;
}

export const probeJob = 'confinement.probe';
