// Writes the information dictionary (ISO 32000-1, 14.3.3 and 7.9.2.2).

/** Texts by key. `Trapped` is a name. */
export type InfoTexts = ReadonlyMap<string, string>;

export function writeInfo(texts: InfoTexts): Buffer {
  const entries = [...texts].map(([key, text]) => {
    const value = key === 'Trapped' ? toName(text) : toTextString(text);
    return `${toName(key)} ${value}\n`;
  });
  return Buffer.from(`<<\n${entries.join('')}>>`, 'latin1');
}

/** Formats a PDF date in UTC. */
export const toPdfDate = (date: Date): string =>
  `D:${date
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '')}Z`;

const toName = (name: string): string =>
  `/${[...Buffer.from(name)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9_.+:-]/.test(sign) ? sign : `#${byte.toString(16).padStart(2, '0')}`;
    })
    .join('')}`;

/** Encodes ASCII unchanged and other text as UTF-16BE. */
function toTextString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}
