// Empty states of the home page, depending on the user's permissions.
import { Button, Text } from '@mantine/core';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function NoLibrary() {
  const t = useTranslate();
  const mayAdd = usePermission()('libraries:write');
  return (
    <EmptyState title={t('home.noLibrary')}>
      <Text c="dimmed">{t(mayAdd ? 'home.noLibraryHint' : 'home.noLibraryForYou')}</Text>
      {mayAdd && <ButtonLink to="/libraries/new">{t('home.addLibrary')}</ButtonLink>}
    </EmptyState>
  );
}

/** All libraries are empty. */
export function NoBooks() {
  const t = useTranslate();
  const mayScan = usePermission()('libraries:write');
  return (
    <EmptyState title={t('home.noBooks')}>
      <Text c="dimmed">{t(mayScan ? 'home.noBooksHint' : 'home.noBooksForYou')}</Text>
    </EmptyState>
  );
}

/** All shelves are hidden. */
export function NoShelf({ onChoose }: { onChoose(): void }) {
  const t = useTranslate();
  return (
    <EmptyState title={t('home.noShelf')}>
      <Button onClick={onChoose}>{t('home.chooseShelves')}</Button>
    </EmptyState>
  );
}
