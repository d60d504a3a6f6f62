// The index of initial letters next to a list. Each letter scrolls to its first title.
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './list.module.css';

interface Props {
  /** In the order of the list. */
  groups: { group: string; count: number }[];
  /** The item at the top of the screen. */
  first: number;
  onJump(index: number): void;
}

export function Letters({ groups, first, onJump }: Props) {
  const t = useTranslate();
  let begin = 0;
  const letters = groups.map(({ group, count }) => {
    const letter = { group, count, begin };
    begin += count;
    return letter;
  });
  const current = letters.findLast((one) => one.begin <= first);
  return (
    <nav className={classes.letters} aria-label={t('browse.letters')}>
      {letters.map(({ group, count, begin }) => (
        <button
          key={group}
          type="button"
          className={classes.letter}
          aria-current={group === current?.group}
          aria-label={t('browse.letter', { letter: group, count })}
          onClick={() => onJump(begin)}
        >
          {group}
        </button>
      ))}
    </nav>
  );
}
