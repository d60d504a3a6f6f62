// The owner of a key.
import type { User } from '@lectern/contract/identity/users';

export type Owner = Pick<User, 'username' | 'permissions'>;
