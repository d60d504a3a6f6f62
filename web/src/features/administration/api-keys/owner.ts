// Whose a key is.
import type { User } from '@lectern/contract/users';

export type Owner = Pick<User, 'username' | 'permissions'>;
