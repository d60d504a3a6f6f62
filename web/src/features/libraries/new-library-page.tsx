// Adds a library.
import { Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { NoPermission } from '../../ui/manage/no-permission.tsx';
import { LibraryForm } from './library-form.tsx';

export function NewLibraryPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const navigate = useNavigate();
  if (!hasPermission('libraries:write')) return <NoPermission />;
  return (
    <Stack maw={640}>
      <Title order={1} size="h2">
        {t('libraries.addLibrary')}
      </Title>
      <LibraryForm onDone={() => navigate({ to: '/' })} />
    </Stack>
  );
}
