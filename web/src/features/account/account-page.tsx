// The frame of the account pages, with their navigation.
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { SectionedPage } from '../../ui/manage/sections.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useAccountSections } from './account-sections.tsx';

export function AccountPage() {
  const t = useTranslate();
  const sections = useAccountSections();
  return (
    <SectionedPage title={t('account.account')} home="/account" sections={sections}>
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
    </SectionedPage>
  );
}
