// Thumbnails of the pages of a book, in batches.
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { toUrl } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Picture } from '../../ui/cards/picture.tsx';
import classes from './covers.module.css';

const step = 24;

interface Props {
  bookId: string;
  pageCount: number;
  onPick(page: number): void;
}

export function PagePicker({ bookId, pageCount, onPick }: Props) {
  const t = useTranslate();
  const [shown, setShown] = useState(step);
  const pages = Array.from({ length: Math.min(shown, pageCount) }, (_, i) => i + 1);
  return (
    <>
      <ul className={classes.pages}>
        {pages.map((page) => (
          <li key={page}>
            <UnstyledButton
              className={classes.choice}
              aria-label={t('covers.usePage', { number: page })}
              onClick={() => onPick(page)}
            >
              <Picture
                className={classes.picture}
                src={toUrl(`api/v1/books/${bookId}/pages/${page}/thumbnail`)}
                alt=""
                loading="lazy"
              />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown < pageCount && (
        <Button variant="light" fullWidth mt="xs" onClick={() => setShown(shown + 2 * step)}>
          {t('covers.morePages')}
        </Button>
      )}
    </>
  );
}
