// Merges books into one entry, with a confirmation if different users can see them.
import type { ReactNode } from 'react';
import { ApiError } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useConfirm } from '../../ui/manage/confirmation.tsx';
import { showError } from '../../ui/toasts.tsx';

/** The dialog, to be rendered, and the function that runs `merge`. Failures are shown as toasts. */
export function useOneEntry(): [
  dialog: ReactNode,
  run: (merge: (acceptsOtherReaders: boolean) => Promise<void>) => Promise<void>,
] {
  const t = useTranslate();
  const [dialog, ask] = useConfirm();
  const run = (merge: (acceptsOtherReaders: boolean) => Promise<void>) =>
    merge(false).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'formats_readers_differ')) return showError(error);
      ask({
        title: t('browse.readersDiffer'),
        text: describeError(error),
        action: t('browse.makeOneEntry'),
        act: () => merge(true),
      });
    });
  return [dialog, run];
}
