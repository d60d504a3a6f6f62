// Finds the columns that a patch changes. A patch with equal values changes nothing.
import { isSameJson } from '#infrastructure/equality.ts';
import { type CredentialSafe, type Credentials, changeCredentials } from './credentials.ts';

interface Configured {
  id: string;
  isEnabled: 0 | 1;
  config: string;
  credentials: string | null;
}

interface Patch {
  isEnabled?: boolean | undefined;
  config?: Readonly<Record<string, unknown>> | undefined;
  credentials?: Readonly<Record<string, string | null>> | undefined;
}

/** Returns the columns with new values. Credentials are encrypted again only if they changed. */
export function findChanges<Row extends Configured>(
  row: Row,
  { isEnabled, config, credentials }: Patch,
  safe: CredentialSafe,
): Partial<Configured> {
  const before: Credentials = safe.open(row.id, row.credentials);
  const after = credentials ? changeCredentials(before, credentials) : before;
  return {
    ...(isEnabled !== undefined && isEnabled !== (row.isEnabled === 1) && { isEnabled: isEnabled ? 1 : 0 }),
    ...(config && !isSameJson(config, JSON.parse(row.config)) && { config: JSON.stringify(config) }),
    ...(!isSameJson(before, after) && { credentials: safe.seal(row.id, after) }),
  };
}

export const isEmpty = (change: object): boolean => Object.keys(change).length === 0;
