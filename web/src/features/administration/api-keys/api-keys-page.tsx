// The keys of everybody, for administrators; one's own are on the account's page.
import { useQuery } from '@tanstack/react-query';
import { Head } from '../../../ui/manage/rows.tsx';
import { everybody } from '../users/queries.ts';
import { ApiKeyList } from './api-key-list.tsx';
import { useText } from './words/index.ts';

export function ApiKeysPage() {
  const t = useText();
  const { data } = useQuery(everybody);
  return (
    <>
      <Head title={t('title')} text={t('allAbout')} />
      <ApiKeyList userId="all" toOwner={(id) => data?.data.find((user) => user.id === id)} />
    </>
  );
}
