// The element that pdf.js fills with pages.
import type { CSSProperties, ReactNode, RefObject } from 'react';
import classes from './pdf-reader.module.css';
import type { PdfSettings } from './settings.ts';

interface Props {
  box: RefObject<HTMLDivElement | null>;
  title: string;
  page: number;
  settings: PdfSettings;
  /** The space between the bars. */
  room: CSSProperties;
  /** Content over the pages. */
  children: ReactNode;
}

export function PdfPages({ box, title, page, settings: { color, brightness }, room, children }: Props) {
  return (
    <div className={classes.frame} style={room}>
      {/* biome-ignore lint/a11y/useSemanticElements: pdf.js expects a div as its container */}
      <div
        ref={box}
        className={classes.container}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        role="region"
        aria-label={title}
        data-page={page}
        data-color={color}
        style={{ filter: brightness < 100 ? `brightness(${brightness / 100})` : undefined }}
      >
        <div className="pdfViewer" />
      </div>
      {children}
    </div>
  );
}
