// The highest memory of the measured program among all samples.
import type { Program } from './program.ts';

export interface PeakMemory {
  /** MiB of the server process, and of all its processes. */
  serverMb: number;
  allMb: number;
  look(): void;
}

export function createPeakMemory(program: Program): PeakMemory {
  const peak: PeakMemory = {
    serverMb: 0,
    allMb: 0,
    look() {
      const { server, workers } = program.memoryMb();
      peak.serverMb = Math.max(peak.serverMb, server);
      peak.allMb = Math.max(peak.allMb, server + workers);
    },
  };
  return peak;
}
