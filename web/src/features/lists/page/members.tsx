// A member of a collection or read list as a row.
import { Picture } from '../../../ui/cards/picture.tsx';
import classes from './member.module.css';

export function MemberLine({ picture, title, line }: { picture: string; title: string; line: string }) {
  return (
    <span className={classes.line}>
      <Picture className={classes.picture} src={picture} alt="" loading="lazy" />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.second}>{line}</span>
      </span>
    </span>
  );
}
