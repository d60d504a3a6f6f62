// Installs a plugin. An unrestricted plugin needs a confirmation first.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { ApiError } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { useAction } from '../../../ui/use-action.ts';

interface Installing {
  isBusy: boolean;
  install(work: (acceptsUnrestricted: boolean) => Promise<Plugin>): void;
}

/** `after` runs after a successful installation. */
export function useInstall(after?: () => void): Installing {
  const t = useTranslate();
  const { act, runAction, isBusy } = useAction(['plugins']);
  const run = (work: () => Promise<Plugin>) =>
    runAction({
      work,
      done: ({ displayName, version }) =>
        t('administration.plugins.installed', { name: displayName, version }),
      after,
    });
  return {
    isBusy,
    install: (work) =>
      act({
        work: () =>
          run(() => work(false)).catch((error: unknown) => {
            if (!(error instanceof ApiError && error.reason === 'plugin_unrestricted')) throw error;
            openConfirmation({
              title: t('administration.plugins.unrestrictedTitle'),
              text: t('administration.plugins.unrestricted'),
              action: t('administration.plugins.installAnyway'),
              act: () => run(() => work(true)),
            });
          }),
      }),
  };
}
