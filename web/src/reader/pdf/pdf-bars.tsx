// The bars above and below a PDF, which can be hidden.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReactNode } from 'react';
import { BottomBar } from '../comic/bars/bars.tsx';
import { ShowBars } from '../shared/bars/show-bars.tsx';
import { TopBar } from '../shared/bars/top-bar.tsx';
import { useNeighbours } from '../shared/use-neighbours.ts';
import type { Panel } from './panels/panels.tsx';
import { Tools } from './tools.tsx';
import type { PdfBarsState } from './use-bars.ts';
import type { Step } from './use-pdf-input.ts';

interface Props {
  book: BookDto;
  bars: PdfBarsState;
  page: number;
  /** The visible pages. */
  spread: readonly number[];
  count: number;
  panel: Panel | undefined;
  isNarrow: boolean;
  hasContents: boolean;
  zoomButtons: ReactNode;
  step(to: Step): void;
  goTo(page: number): void;
  toggle(panel: Panel): void;
  onClose(): void;
}

export function PdfBars(props: Props) {
  const { book, bars, page, spread, count, panel, isNarrow, zoomButtons, step, goTo, toggle, onClose } =
    props;
  const around = useNeighbours(book);
  if (!bars.isThere) return <ShowBars onShow={bars.toggle} />;
  const sliding = { isOver: true, isLeaving: bars.isLeaving };
  return (
    <>
      <TopBar title={book.title} subtitle={book.seriesName} {...sliding} onClose={onClose}>
        {!isNarrow && zoomButtons}
        <Tools
          panel={panel}
          hasContents={props.hasContents}
          // A phone has room for one of the two. The slider also shows thumbnails.
          hasThumbnails={book.pageCount > 0 && !(isNarrow && props.hasContents)}
          toggle={toggle}
        />
      </TopBar>
      <BottomBar
        bookId={book.pageCount > 0 ? book.id : undefined}
        pageCount={count}
        isRtl={false}
        turning={{ page, spread, step, goTo }}
        around={around}
        panel={panel === 'thumbnails' ? panel : undefined}
        onPanel={toggle}
        above={isNarrow && zoomButtons}
        {...sliding}
      />
    </>
  );
}
