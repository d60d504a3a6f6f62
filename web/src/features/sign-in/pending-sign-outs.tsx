// Warns about sign-outs that have not reached the server.
import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { listSignOuts, watchSignOuts } from '../../api/sign-outs.ts';
import { useTranslate } from '../../i18n/translate.ts';

const readNames = () => [...new Set(listSignOuts().map(({ username }) => username))].join(', ');

export function PendingSignOuts() {
  const t = useTranslate();
  const names = useSyncExternalStore(watchSignOuts, readNames);
  if (names === '') return null;
  return (
    <Alert color="yellow" role="status">
      {t('signIn.signOutWaits', { names })}
    </Alert>
  );
}
