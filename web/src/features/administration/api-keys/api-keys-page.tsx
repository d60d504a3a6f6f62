// The API keys of all users, for administrators.
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { allUsers } from '../users/queries.ts';
import { ApiKeyList } from './api-key-list.tsx';

export function ApiKeysPage() {
  const t = useTranslate();
  const { data } = useQuery(allUsers);
  return (
    <>
      <Head title={t('administration.apiKeys.title')} text={t('administration.apiKeys.allAbout')} />
      <ApiKeyList userId="all" toOwner={(id) => data?.data.find((user) => user.id === id)} />
    </>
  );
}
