// Switches accounts, or signs out. Reloads the page, so that no data of one account remains for the next.
import { type Account, chooseAccount, findAccount, listAccounts } from '../../api/accounts.ts';
import { call, type Resumed, resume, toUrl } from '../../api/call.ts';
import { signOut } from '../../api/sign-outs.ts';
import { showError } from '../../ui/toasts/toasts.tsx';

/** Deletes the downloads of signed-out accounts before the page is unloaded. */
async function go(path: string): Promise<void> {
  const { syncAccounts } = await import('../../offline/downloads.ts');
  await syncAccounts();
  window.location.assign(toUrl(path));
}

/** The pages after switching to an account. */
const targets: Record<Resumed, (account: Account) => string> = {
  renewed: () => '',
  locked: ({ userId }) => `sign-in?locked=${encodeURIComponent(JSON.stringify(userId))}`,
  refused: ({ username }) => `sign-in?name=${encodeURIComponent(JSON.stringify(username))}`,
};

export function useAccounts() {
  const change = async ({ userId, username }: Account) => {
    const before = findAccount()?.userId ?? null;
    chooseAccount(userId);
    try {
      await go(targets[await resume()]({ userId, username }));
    } catch (error) {
      chooseAccount(before);
      showError(error);
    }
  };
  const leave = async () => {
    const account = findAccount();
    if (account) await signOut(account);
    await go('sign-in');
  };
  /** Opens the profiles of this device. Without the lock, the current session remains until another one is chosen. */
  const choose = async ({ withLock }: { withLock: boolean }) => {
    try {
      if (withLock) {
        await call('POST /api/v1/auth/browser/lock');
        chooseAccount(null);
      }
      await go('sign-in');
    } catch (error) {
      showError(error);
    }
  };
  /** Signs out every account of this device, also locked ones. */
  const leaveAll = async () => {
    for (const account of listAccounts()) await signOut(account);
    await go('sign-in');
  };
  return { change, choose, leave, leaveAll };
}
