// Hosts the dialogs that are opened by a function call.
import { ModalsProvider, modals } from '@mantine/modals';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { setModalsHost } from './modals-slot.tsx';

setModalsHost(ModalsHost);

export const openModal = modals.open;
export const closeModal = modals.close;

function ModalsHost() {
  const t = useTranslate();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the dialogs of the page
  useEffect(() => modals.closeAll(), [pathname]);
  return (
    <ModalsProvider
      modalProps={{
        centered: true,
        // Above the dialogs and menus of the page, below the toasts.
        zIndex: 300,
        closeButtonProps: { 'aria-label': t('ui.close') },
      }}
    >
      {null}
    </ModalsProvider>
  );
}
