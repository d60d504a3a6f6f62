// Makes names of entries fit to be shown, compared and kept. Charsets live in legacy-charset.ts.

/** Characters kept of the end of a name that is too long, so that its extension still tells what it is. */
const tailLength = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for
const control = /[\u0000-\u001f\u007f-\u009f]/g;

/** Whether bytes are printable ASCII without a backslash: then they are the name, as nearly always. */
export function isPlainName(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === 0x5c) return false;
  }
  return true;
}

/** Forward slashes, U+FFFD for control characters and lone surrogates, the middle left out beyond `maxLength`. */
export function toShownName(text: string, maxLength: number): string {
  const shown = text.replaceAll('\\', '/').replace(control, '\ufffd').toWellFormed();
  if (shown.length <= maxLength) return shown;
  return `${shown.slice(0, maxLength - tailLength - 1)}…${shown.slice(-tailLength)}`.toWellFormed();
}

/** The bytes to keep beside a name: none where they are the name's own UTF-8. */
export function toRawName(bytes: Uint8Array, name: string): Uint8Array | undefined {
  return Buffer.from(name).equals(bytes) ? undefined : Uint8Array.from(bytes);
}
