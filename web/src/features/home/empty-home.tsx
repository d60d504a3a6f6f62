// What to do where there is nothing yet: it depends on who looks.
import { Button, Text } from '@mantine/core';
import { usePermission } from '../../api/use-permission.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useText } from './words/index.ts';

export function NoLibrary() {
  const t = useText();
  const mayAdd = usePermission()('libraries:write');
  return (
    <EmptyState title={t('noLibrary')}>
      <Text c="dimmed">{t(mayAdd ? 'noLibraryHint' : 'noLibraryForYou')}</Text>
      {mayAdd && <ButtonLink to="/libraries/new">{t('addLibrary')}</ButtonLink>}
    </EmptyState>
  );
}

/** Libraries without a book in them. */
export function NoBooks() {
  const t = useText();
  const mayScan = usePermission()('libraries:write');
  return (
    <EmptyState title={t('noBooks')}>
      <Text c="dimmed">{t(mayScan ? 'noBooksHint' : 'noBooksForYou')}</Text>
    </EmptyState>
  );
}

/** Every shelf is hidden. */
export function NoShelf({ onChoose }: { onChoose(): void }) {
  const t = useText();
  return (
    <EmptyState title={t('noShelf')}>
      <Button onClick={onChoose}>{t('chooseShelves')}</Button>
    </EmptyState>
  );
}
