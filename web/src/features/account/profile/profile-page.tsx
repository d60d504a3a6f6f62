// The profile page: account, password, language and colors, sessions.
import { Select, SimpleGrid, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { colourChoices, setColours, useColours } from '../../../ui/colours.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { toShownEmail } from '../../../ui/shown-email.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { AccountsHere } from './accounts-here.tsx';
import { LanguageSelect } from './language-select.tsx';
import { PasswordForm } from './password-form.tsx';
import { PinSection } from './pin-section.tsx';
import { SignedInAt } from './signed-in-at.tsx';

export function ProfilePage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(me);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <Head title={t('account.profile')} />
      <AccountDetails />
      <PageSection title={t('account.here')}>
        <DisplaySettings />
      </PageSection>
      <PageSection title={t('account.password')} text={t('account.passwordText')}>
        <PasswordForm username={data.username} />
      </PageSection>
      <PinSection />
      <SignedInAt />
      <AccountsHere />
    </>
  );
}

function AccountDetails() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(me);
  const facts = [
    [t('account.userName'), data?.username],
    [t('account.email'), toShownEmail(data?.email ?? '') || '–'],
    [t('account.since'), format.date(data?.createdAt)],
    [t('account.lastSignIn'), format.dateTime(data?.lastLoginAt)],
  ] as const;
  return (
    <PageSection title={t('account.you')} text={t('account.youText')}>
      <Table maw={560}>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PageSection>
  );
}

function DisplaySettings() {
  const t = useTranslate();
  const colours = useColours();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={560}>
      <LanguageSelect />
      <Select
        label={t('account.colours')}
        data={colourChoices.map((value) => ({ value, label: t(`account.colours_${value}`) }))}
        value={colours}
        allowDeselect={false}
        onChange={(value) => value && setColours(value)}
      />
    </SimpleGrid>
  );
}
