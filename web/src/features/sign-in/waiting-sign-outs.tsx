// Who has signed out here without the server having heard of it.
import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { listSignOuts, watchSignOuts } from '../../api/sign-outs.ts';
import { useText } from './words/index.ts';

const readNames = () => [...new Set(listSignOuts().map(({ username }) => username))].join(', ');

export function WaitingSignOuts() {
  const t = useText();
  const names = useSyncExternalStore(watchSignOuts, readNames);
  if (names === '') return null;
  return (
    <Alert color="yellow" role="status">
      {t('signOutWaits', { names })}
    </Alert>
  );
}
