// Another library, for those who may add one.
import { Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePermission } from '../../api/use-permission.ts';
import { NotYours } from '../../ui/manage/not-yours.tsx';
import { LibraryForm } from './library-form.tsx';
import { useText } from './words/index.ts';

export function NewLibraryPage() {
  const t = useText();
  const hasPermission = usePermission();
  const navigate = useNavigate();
  if (!hasPermission('libraries:write')) return <NotYours />;
  return (
    <Stack maw={640}>
      <Title order={1} size="h2">
        {t('addLibrary')}
      </Title>
      <LibraryForm onDone={() => navigate({ to: '/' })} />
    </Stack>
  );
}
