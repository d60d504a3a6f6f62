// Starts the load generator and returns its measurements.
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
  /** Value of Accept-Encoding, such as `gzip`. The header is not sent without it. */
  encoding?: string;
  paths: readonly string[];
}

const program = fileURLToPath(new URL('load.ts', import.meta.url));

/** Throws if any response is not 200. */
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
