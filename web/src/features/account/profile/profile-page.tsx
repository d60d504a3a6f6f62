// Who one is, the password, and how the client looks and speaks on this device.
import { Select, SimpleGrid, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';
import { colourChoices, setColours, useColours } from '../../../app/colours.ts';
import { useFormat } from '../../../i18n/format.ts';
import { type Language, languages, setLanguage, useLanguage } from '../../../i18n/language.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useText } from '../words/index.ts';
import { AccountsHere } from './accounts-here.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignedInAt } from './signed-in-at.tsx';

export function ProfilePage() {
  const t = useText();
  const { data, error, refetch } = useQuery(me);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <Head title={t('profile')} />
      <You />
      <Part title={t('here')}>
        <Looks />
      </Part>
      <Part title={t('password')} text={t('passwordText')}>
        <PasswordForm username={data.username} />
      </Part>
      <SignedInAt />
      <AccountsHere />
    </>
  );
}

function You() {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(me);
  const facts = [
    [t('userName'), data?.username],
    [t('email'), data?.email],
    [t('since'), format.date(data?.createdAt)],
    [t('lastSignIn'), format.dateTime(data?.lastLoginAt)],
  ] as const;
  return (
    <Part title={t('you')} text={t('youText')}>
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
    </Part>
  );
}

function Looks() {
  const t = useText();
  const language = useLanguage();
  const colours = useColours();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={560}>
      <Select
        label={t('language')}
        data={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
        value={language}
        allowDeselect={false}
        onChange={(value) => value && setLanguage(value)}
      />
      <Select
        label={t('colours')}
        data={colourChoices.map((value) => ({ value, label: t(`colours_${value}`) }))}
        value={colours}
        allowDeselect={false}
        onChange={(value) => value && setColours(value)}
      />
    </SimpleGrid>
  );
}
