// Starts the load generator and gives what it saw.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface LoadResult {
  perSecond: number;
  megabytesPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  failures: number;
}

export interface LoadSpec {
  url: string;
  seconds: number;
  connections: number;
  authorization?: string;
  /** Accepted, as `gzip`; none without. */
  encoding?: string;
  paths: readonly string[];
}

const program = fileURLToPath(new URL('load.ts', import.meta.url));

/** Throws when any answer was not 200. */
export async function generateLoad({
  url,
  seconds,
  connections,
  authorization = '',
  encoding = '',
  paths,
}: LoadSpec): Promise<LoadResult> {
  const args = [program, url, String(seconds), String(connections), authorization, encoding, ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const result: LoadResult = JSON.parse(stdout);
  if (result.failures > 0) throw new Error(`${result.failures} answers failed`);
  return result;
}
