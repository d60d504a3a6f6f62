// Switches accounts, or signs out. Reloads the page, so that no data of one account remains for the next.
import { type Account, chooseAccount, findAccount } from '../../api/accounts.ts';
import { renew, toUrl } from '../../api/call.ts';
import { signOut } from '../../api/sign-outs.ts';
import { showError } from '../../ui/toasts/toasts.tsx';

/** Deletes the downloads of signed-out accounts before the page is unloaded. */
async function go(path: string): Promise<void> {
  const { syncAccounts } = await import('../../offline/downloads.ts');
  await syncAccounts();
  window.location.assign(toUrl(path));
}

export function useAccounts() {
  const change = async ({ userId, username }: Account) => {
    const before = findAccount()?.userId ?? null;
    chooseAccount(userId);
    try {
      await go((await renew()) ? '' : `sign-in?name=${encodeURIComponent(JSON.stringify(username))}`);
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
  return { change, leave };
}
