// Published vulnerabilities of packages like ours, for use without access to a registry: versions before the fixed
// version are refused. scripts/check-supply.ts also queries the registry's own list.

export interface Advisory {
  package: string;
  /** First affected version. */
  from?: string;
  /** First version that is not affected. */
  before: string;
  id: string;
}

const advisories: readonly Advisory[] = [
  { package: 'pdfjs-dist', before: '4.2.67', id: 'CVE-2024-4367' },
  { package: 'sharp', before: '0.32.6', id: 'CVE-2023-4863' },
  { package: 'fastify', from: '5.0.0', before: '5.3.2', id: 'CVE-2025-32442' },
  { package: 'find-my-way', before: '8.2.2', id: 'CVE-2024-45813' },
  { package: 'dompurify', before: '3.2.4', id: 'CVE-2025-26791' },
  { package: 'ws', before: '8.17.1', id: 'CVE-2024-37890' },
  { package: 'undici', before: '6.21.1', id: 'CVE-2025-22150' },
  { package: 'cookie', before: '0.7.0', id: 'CVE-2024-47764' },
  { package: 'fast-xml-parser', before: '4.4.1', id: 'CVE-2024-41818' },
  { package: 'jose', before: '4.15.5', id: 'CVE-2024-28176' },
  { package: 'semver', before: '7.5.2', id: 'CVE-2022-25883' },
  { package: 'braces', before: '3.0.3', id: 'CVE-2024-4068' },
  { package: 'nanoid', before: '3.3.8', id: 'CVE-2024-55565' },
  { package: 'postcss', before: '8.4.31', id: 'CVE-2023-44270' },
  { package: 'rollup', from: '4.0.0', before: '4.22.4', id: 'CVE-2024-47068' },
  { package: '@xmldom/xmldom', before: '0.8.4', id: 'CVE-2022-39353' },
];

const toNumbers = (version: string): number[] =>
  version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);

/** Returns whether a version precedes another. Ignores suffixes after the three numbers. */
export function isBefore(version: string, other: string): boolean {
  const a = toNumbers(version);
  const b = toNumbers(other);
  for (const i of [0, 1, 2]) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

export const findAdvisories = (name: string, version: string, known = advisories): Advisory[] =>
  known.filter(
    (advisory) =>
      advisory.package === name &&
      isBefore(version, advisory.before) &&
      !(advisory.from && isBefore(version, advisory.from)),
  );
