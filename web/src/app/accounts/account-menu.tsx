// The account button of every page. Its menu is loaded on hover, focus or click.
import { useState } from 'react';
import { loadable } from '../../ui/loadable.tsx';
import { AccountButton } from './account-button.tsx';

const load = () => import('./account-list.tsx');
const AccountList = loadable(async () => (await load()).AccountList, <AccountButton />);

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
  return <AccountList />;
}
