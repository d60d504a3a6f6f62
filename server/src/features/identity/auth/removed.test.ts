// Accounts that an administrator deletes during a request of their owners.
import { expect, test } from 'vitest';
import { createFastHasher } from '../../../../test/harness/hasher.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const hasher = createFastHasher();
/** Runs between the verification of a password and its consequences. */
let meanwhile = async (): Promise<unknown> => undefined;

withServer(
  'an account that is deleted',
  (server) => {
    async function aDoomedUser() {
      const user = await signIn(server());
      meanwhile = async () => {
        meanwhile = async () => undefined;
        const { status } = await server().admin.delete(`/api/v1/users/${user.userId}`);
        expect(status).toBe(204);
      };
      return user;
    }

    test('during its own sign-in is not signed in', async () => {
      const { username, password } = await aDoomedUser();
      const { status, body } = await server().post('/api/v1/auth/login', { username, password });
      expect([status, body.error]).toEqual([401, 'unauthorized']);
    });

    test('during its own password change is signed out', async () => {
      const user = await aDoomedUser();
      const change = { currentPassword: user.password, newPassword: 'another password' };
      const { status, body } = await user.put('/api/v1/user/password', change);
      expect([status, body.error]).toEqual([401, 'unauthorized']);
    });
  },
  {
    hasher: {
      hash: hasher.hash,
      async verify(hash, password) {
        const fits = await hasher.verify(hash, password);
        await meanwhile();
        return fits;
      },
    },
  },
);
