// Shown if the account cannot be loaded. While the server is unreachable, an account of this device keeps the frame.
import { findAccount } from '../../api/accounts.ts';
import { loadable } from '../../ui/loadable.tsx';
import { PageErrorState } from '../../ui/states.tsx';

const AwayPage = loadable(async () => (await import('./away-page.tsx')).AwayPage);

export function SignedInError(failed: { error: unknown; reset(): void }) {
  if (failed.error instanceof TypeError && findAccount()) return <AwayPage onRetry={failed.reset} />;
  return (
    <main>
      <PageErrorState {...failed} />
    </main>
  );
}
