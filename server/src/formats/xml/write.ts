// Text → XML. Templates write the markup; these make values fit for them.

// Control characters, lone surrogates and non-characters: XML 1.0 has no way to write them.
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>"']/g;
const anythingSpecial =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** `text` for element content or for an attribute in double or single quotes. What XML 1.0 forbids is left out. */
export function escapeXml(text: string): string {
  if (!anythingSpecial.test(text)) return text;
  return text.replace(forbidden, '').replace(special, (character) => escapes.get(character) ?? '');
}
