// Parses stored values.
import type { util } from 'zod';

// biome-ignore lint/suspicious/noExplicitAny: what a column of JSON holds is known to who reads it
export function parse(json: string): any;
export function parse(json: string | null): util.JSONType;
export function parse(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

export const isTrue = (flag: number): boolean => flag === 1;
