// File names in Content-Disposition (RFC 6266): an ASCII form for every client, and the exact name for those that
// support it.
import { toSafeFileName, trimEdges, withoutDevice } from '#infrastructure/files/safe-names.ts';

/**
 * Returns `attachment; filename="ascii"; filename*=UTF-8''…` without quotes, control characters, separators, leading
 * dots and the device names of Windows. A long name keeps its extension.
 */
export function toContentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const name = toSafeFileName(fileName);
  const ascii = toAscii(name);
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The ASCII form: without accents, `_` for other characters. Compatibility forms may hide dots and device names. */
function toAscii(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["%\\/:*?<>|]/g, '_');
  return withoutDevice(trimEdges(plain)) || '_';
}
