// Versions as defined by https://semver.org, and the newest release in a response. Pure functions.
import { z } from 'zod';

interface Version {
  text: string;
  numbers: [number, number, number];
  /** `beta.1`; empty for a release. */
  pre: string;
}

const pattern = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,50}))?(?:\+[0-9A-Za-z.-]{1,50})?$/;

export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, pre = ''] = pattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  const numbers: Version['numbers'] = [Number(major), Number(minor), Number(patch)];
  return { text: numbers.join('.') + (pre && `-${pre}`), numbers, pre };
}

export function isNewer(one: string, other: string): boolean {
  const left = parseVersion(one);
  const right = parseVersion(other);
  return left !== undefined && right !== undefined && compare(left, right) > 0;
}

function compare(one: Version, other: Version): number {
  for (const [i, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  // A prerelease is older than its release.
  if (one.pre === '' || other.pre === '') return Number(one.pre === '') - Number(other.pre === '');
  return comparePre(one.pre.split('.'), other.pre.split('.'));
}

/**
 * Section 11: numbers are ordered by value and come before words, words are ordered by characters, and fewer parts come
 * first.
 */
function comparePre(one: readonly string[], other: readonly string[]): number {
  for (const [i, part] of one.entries()) {
    const against = other[i];
    if (against === undefined) return 1;
    if (part === against) continue;
    const [left, right] = [part, against].map((text) => (/^\d+$/.test(text) ? Number(text) : undefined));
    if (left !== undefined && right !== undefined) return left - right;
    if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1;
    return part < against ? -1 : 1;
  }
  return one.length - other.length;
}

const releaseSchema = z.object({
  /** Used by package registries. */
  version: z.string().max(100).optional(),
  /** Used by code hosts. */
  tag_name: z.string().max(100).optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
});
const answerSchema = z.union([z.array(releaseSchema).max(1_000), releaseSchema.transform((one) => [one])]);

/** Returns the newest release in a document with one or a list of them. Prereleases are ignored. */
export function findNewest(document: unknown): string | undefined {
  const releases = answerSchema.safeParse(document).data ?? [];
  const versions = releases.flatMap(({ version, tag_name: tag, draft, prerelease }) => {
    const parsed = draft || prerelease ? undefined : parseVersion(version ?? tag ?? '');
    return parsed === undefined || parsed.pre !== '' ? [] : [parsed];
  });
  return versions.toSorted((one, other) => compare(other, one))[0]?.text;
}
