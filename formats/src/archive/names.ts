// Prepares entry names for display, comparison and storage. legacy-charset.ts detects charsets.

/** Characters kept from the end of a shortened name, so that the extension remains. */
const tailLength = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for
const control = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Whether the bytes are printable ASCII without a backslash, as almost always. Such names need no decoding.
 */
export function isPlainName(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === 0x5c) return false;
  }
  return true;
}

/**
 * Uses forward slashes, replaces control characters and lone surrogates by U+FFFD, and shortens names in the
 * middle.
 */
export function toShownName(text: string, maxLength: number): string {
  const shown = text.replaceAll('\\', '/').replace(control, '\ufffd').toWellFormed();
  if (shown.length <= maxLength) return shown;
  return `${shown.slice(0, maxLength - tailLength - 1)}…${shown.slice(-tailLength)}`.toWellFormed();
}

/** Returns the bytes to store with a name, or undefined if they equal the name in UTF-8. */
export function toRawName(bytes: Uint8Array, name: string): Uint8Array | undefined {
  return Buffer.from(name).equals(bytes) ? undefined : Uint8Array.from(bytes);
}
