// Reads META-INF/encryption.xml and signs of rights management. Obfuscated fonts are supported, protected
// content is not.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { resolveHref } from '../opf/href.ts';
import { attribute, descendants, parseXml } from '../xml/tree.ts';
import type { EpubArchive, FindEntry } from './archive.ts';
import { orUnreadable } from './archive.ts';

export type FontObfuscation = 'idpf' | 'adobe';

const encryptionName = 'META-INF/encryption.xml';
const algorithms: ReadonlyMap<string, FontObfuscation> = new Map([
  ['http://www.idpf.org/2008/embedding', 'idpf'],
  ['http://ns.adobe.com/pdf/enc#RC', 'adobe'],
]);
// META-INF/rights.xml does not count: it remains in books whose protection was removed, and encryption.xml lists
// protected content.
const rightsFiles = ['META-INF/license.lcpl', 'META-INF/sinf.xml'];

/**
 * Returns the obfuscated entries by name. Throws FormatError `parser` encrypted if anything else is encrypted
 * or a rights file exists; `parser` if the list itself is malformed.
 */
export function readEncryption(
  archive: EpubArchive,
  find: FindEntry,
  limits: Limits,
): Map<string, FontObfuscation> {
  for (const name of rightsFiles) if (find({ name }) !== undefined) throw protectedBy(name);
  const obfuscated = new Map<string, FontObfuscation>();
  const entry = find({ name: encryptionName });
  if (entry === undefined) return obfuscated;
  const root = orUnreadable(encryptionName, () =>
    parseXml(archive.read(entry, limits.maxDocumentBytes), limits),
  );
  for (const data of descendants(root, 'EncryptedData')) {
    const [method] = descendants(data, 'EncryptionMethod');
    const [reference] = descendants(data, 'CipherReference');
    const algorithm = algorithms.get(method === undefined ? '' : (attribute(method, 'Algorithm') ?? ''));
    if (algorithm === undefined) throw protectedBy(encryptionName);
    // References are relative to the root of the archive, not to META-INF.
    const target = resolveHref(reference === undefined ? '' : (attribute(reference, 'URI') ?? ''), '');
    const font = target === undefined ? undefined : find(target);
    if (font !== undefined) obfuscated.set(font.name, algorithm);
  }
  return obfuscated;
}

function protectedBy(entry: string): FormatError {
  return new FormatError('parser', 'The EPUB is protected by rights management', {
    reason: 'encrypted',
    entry,
  });
}
