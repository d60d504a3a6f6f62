// The account button of every page; its menu is loaded on hover, focus or click.
import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

const load = () => import('./account-list.tsx');
const AccountList = lazy(async () => ({ default: (await load()).AccountList }));

export function AccountMenu() {
  const [isLoaded, setLoaded] = useState(false);
  if (!isLoaded)
    return (
      <AccountButton
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setLoaded(true)}
      />
    );
  return (
    <Suspense fallback={<AccountButton />}>
      <AccountList />
    </Suspense>
  );
}
