// Published JSON schemas, if available, for tests that validate our documents.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** LECTERN_SCHEMAS, or `../shared/schemas` next to the repository. */
const schemasRoot =
  process.env.LECTERN_SCHEMAS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'schemas');

export const hasSchemas = existsSync(join(schemasRoot, 'webpub', 'publication.schema.json'));

/** Compiles the schema with this `$id` and all other schemas of the folders, which it may refer to. */
export function compileSchema(id: string, folders: readonly string[]): ValidateFunction {
  // The published schemas use patterns and keywords that strict mode rejects.
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const folder of folders) {
    for (const name of readdirSync(join(schemasRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.json'))
        ajv.addSchema(JSON.parse(readFileSync(join(schemasRoot, folder, name), 'utf8')));
    }
  }
  const validate = ajv.getSchema(id);
  if (validate === undefined) throw new Error(`no schema ${id}`);
  return validate;
}
