// What to do where there is nothing yet: it depends on who looks.
import { Button, Text } from '@mantine/core';
import { useMay } from '../../api/use-may.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Nothing } from '../../ui/states.tsx';
import { useText } from './words/index.ts';

export function NoLibrary() {
  const t = useText();
  const mayAdd = useMay()('libraries:write');
  return (
    <Nothing title={t('noLibrary')}>
      <Text c="dimmed">{t(mayAdd ? 'noLibraryHint' : 'noLibraryForYou')}</Text>
      {mayAdd && <ButtonLink to="/libraries/new">{t('addLibrary')}</ButtonLink>}
    </Nothing>
  );
}

/** Libraries without a book in them. */
export function NoBooks() {
  const t = useText();
  const mayScan = useMay()('libraries:write');
  return (
    <Nothing title={t('noBooks')}>
      <Text c="dimmed">{t(mayScan ? 'noBooksHint' : 'noBooksForYou')}</Text>
    </Nothing>
  );
}

/** Every shelf is hidden. */
export function NoShelf({ onChoose }: { onChoose(): void }) {
  const t = useText();
  return (
    <Nothing title={t('noShelf')}>
      <Button onClick={onChoose}>{t('chooseShelves')}</Button>
    </Nothing>
  );
}
