// Merges books into one entry, with a confirmation if different users can see them.
import { ApiError } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { openConfirmation } from '../../ui/manage/confirmation.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';

/** Returns the function that runs `merge`. Failures are shown as toasts. */
export function useOneEntry(): (merge: (acceptsOtherReaders: boolean) => Promise<void>) => Promise<void> {
  const t = useTranslate();
  return (merge) =>
    merge(false).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'formats_readers_differ')) return showError(error);
      openConfirmation({
        title: t('browse.readersDiffer'),
        text: describeError(error),
        action: t('browse.makeOneEntry'),
        act: () => merge(true),
      });
    });
}
