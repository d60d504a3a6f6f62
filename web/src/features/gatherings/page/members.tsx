// A member of a collection or a read list as a line, and all of them.
import classes from './member.module.css';

export function MemberLine({ picture, title, line }: { picture: string; title: string; line: string }) {
  return (
    <span className={classes.line}>
      <img className={classes.picture} src={picture} alt="" loading="lazy" />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.second}>{line}</span>
      </span>
    </span>
  );
}

/** Every page of a list, as large as the server gives them. */
export async function loadAll<M>(
  ask: (page: number, pageSize: number) => Promise<{ data: M[]; totalPages: number }>,
): Promise<M[]> {
  const all: M[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, totalPages } = await ask(page, 500);
    pages = totalPages;
    all.push(...data);
  }
  return all;
}
