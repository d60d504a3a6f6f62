// The owner of a key.
import type { User } from '@lectern/contract/users';

export type Owner = Pick<User, 'username' | 'permissions'>;
