// File names in Content-Disposition (RFC 6266): a plain form for every client, the true one for those that read it.

/** `attachment; filename="ascii"; filename*=UTF-8''…`. Quotes, controls and separators never get through. */
export function toContentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const clean = fileName
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[/\\]/g, '_')
    .toWellFormed();
  const name = clean.trim().slice(-200) || 'file';
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
