// The placeholder for a missing image: an image of a sentence. Changes only attributes, because CFIs count the elements of a
// document.

/** Smaller images are symbols and spacers, which have no room for a sentence. */
const minWidth = 96;
const minHeight = 48;

type Saved = readonly [element: Element, name: string, value: string | null];

export interface Placeholder {
  say(sentence: string): void;
  /** Restores the original image. */
  remove(): void;
}

const xlink = 'http://www.w3.org/1999/xlink';

/** The URL of an `img` or of an SVG `image`. */
export const sourceOf = (picture: Element): string | null =>
  picture.localName === 'img'
    ? picture.getAttribute('src')
    : (picture.getAttribute('href') ?? picture.getAttributeNS(xlink, 'href'));

export function putPlaceholder(picture: HTMLElement | SVGElement): Placeholder {
  const isSvg = picture.localName === 'image';
  const alt = picture.getAttribute('alt')?.trim() ?? '';
  const sources = isSvg ? [] : [...(picture.closest('picture')?.querySelectorAll('source') ?? [])];
  const saved: Saved[] = [
    ...['src', 'srcset', 'alt', 'href', 'aria-label', 'style'].map((name) => save(picture, name)),
    ...sources.map((source) => save(source, 'srcset')),
  ];
  const xlinked = picture.getAttributeNS(xlink, 'href');
  if (!isSvg) giveRoom(picture);
  const view = picture.ownerDocument.defaultView;
  const { color, fontSize } = view?.getComputedStyle(picture) ?? { color: '#767676', fontSize: '16px' };
  return {
    say(sentence) {
      const url = draw([sentence, alt], { color, fontSize: isSvg ? 'max(1rem, 4.5vmin)' : fontSize });
      picture.setAttribute('data-missing', '');
      if (isSvg) {
        picture.removeAttributeNS(xlink, 'href');
        picture.setAttribute('href', url);
        picture.setAttribute('aria-label', sentence);
        return;
      }
      for (const source of sources) source.setAttribute('srcset', url);
      picture.removeAttribute('srcset');
      picture.setAttribute('src', url);
      picture.setAttribute('alt', alt ? `${sentence} ${alt}` : sentence);
    },
    remove() {
      picture.removeAttribute('data-missing');
      for (const [element, name, value] of saved) {
        if (name === 'style') picture.style.cssText = value ?? '';
        else if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
      if (xlinked !== null) picture.setAttributeNS(xlink, 'xlink:href', xlinked);
    },
  };
}

const save = (element: Element, name: string): Saved => [element, name, element.getAttribute(name)];

/** Keeps the image size that the book specifies. Otherwise the size fits the sentence. */
function giveRoom(picture: HTMLElement | SVGElement): void {
  const { width, height } = picture.getBoundingClientRect();
  if (width >= minWidth && height >= minHeight) return;
  for (const [name, value] of Object.entries({ width: '24em', 'max-width': '100%', height: '6em' }))
    picture.style.setProperty(name, value, 'important');
}

const toText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Uses the color and size of the surrounding text. */
function draw(lines: readonly string[], { color, fontSize }: { color: string; fontSize: string }): string {
  const style = [
    'box-sizing:border-box;height:100%;padding:.5em;display:flex;flex-direction:column',
    'align-items:center;justify-content:center;gap:.25em;overflow:hidden;text-align:center',
    `border:1px dashed;border-radius:.5em;color:${color};font:${fontSize}/1.35 system-ui,sans-serif`,
  ].join(';');
  const words = lines.filter(Boolean).map((line) => `<div>${toText(line)}</div>`);
  const box = `<div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${words.join('')}</div>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><foreignObject width="100%" height="100%">${box}</foreignObject></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
