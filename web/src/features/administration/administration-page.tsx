// The frame of the administration pages, with their navigation; a message for users without permission.
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { SectionedPage } from '../../ui/manage/sections.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { findSection, useSections } from './sections.tsx';
import { StorageAlert } from './server/storage-alert.tsx';
import { UpdateNotice } from './server/update-notice.tsx';

export function AdministrationPage() {
  const t = useTranslate();
  const { pathname } = useLocation();
  const open = useSections();
  const section = findSection(pathname);
  const isAllowed = open.length > 0 && (!section || open.includes(section));
  if (open.length === 0) return <NoPermission />;
  return (
    <SectionedPage
      title={t('administration.administration')}
      home="/administration"
      hasIndex
      sections={open
        .filter(({ isDetail }) => !isDetail)
        .map(({ to, label, about, icon }) => ({
          to,
          label: t(label),
          description: t(about),
          icon,
        }))}
    >
      <StorageAlert />
      <UpdateNotice />
      <Suspense fallback={<LoadingState />}>{isAllowed ? <Outlet /> : <NoPermission />}</Suspense>
    </SectionedPage>
  );
}
