// The e-mail address of an account as people see it.
import { isNoAddress } from '@lectern/contract/identity/no-address';

/** Empty for an account without an address. */
export const toShownEmail = (email: string): string => (isNoAddress(email) ? '' : email);
