// Words in brackets that describe the file, not the book: scanning, coloring, compression.
import { plainPhrase } from '../tokens/code-points.ts';

const known = new Set(
  `digital|digital hd|digital sd|digital rip|dig|dig hd|digi|numérique|digitale|c2c|ctc|cover to cover|f|fixed|fix|
  webrip|web rip|web|web dl|hybrid|hybrid rip|scan|scans|scanned|retail|rip|hd|sd|hq|lq|hi res|lo res|high res|
  upscaled|waifu2x|noads|no ads|covers only|cover only|complete|completed|ongoing|final|official|unofficial|
  fan translation|scanlation|raw|raws|color|colour|colored|coloured|full color|full colour|colorized|b&w|bw|
  black and white|grayscale|greyscale|uncensored|censored|decensored|ai|ai upscale|kindle|kobo|ibooks|google play|
  kodansha digital|viz|danke repack|repack|remastered|restored|retouched|ocr|searchable|bookmarked|drm free|dl版|
  z lib org|z library|zlib|libgen|libgen li|anna's archive|epub|pdf|azw3|mobi|cbz|cbr|jpg|png|webp|avif|
  一般コミック|コミック|漫画|電子版|完|完結|연재|완결`
    .split('|')
    .map(plainPhrase),
);

/** Whether a phrase is a tag or an image size ("2560x1600", "1080p", "300dpi"). */
export function isTag(phrase: string): boolean {
  if (phrase.length > 24) return false;
  return known.has(plainPhrase(phrase)) || isImageSize(phrase);
}

/** "2560x1600", "1600px", "1080p", "4K", "300dpi", and numbers of pages or covers: "52p", "36 pages", "03 of 04 covers". */
export function isImageSize(phrase: string): boolean {
  if (/^(?:[0-9]{1,3} of )?[0-9]{1,4} ?(?:p|pp|pgs?|pages?|covers?|variants?|seiten)$/i.test(phrase))
    return true;
  return /^[0-9]{3,5}\s?(?:[x×]\s?[0-9]{3,5}(?:px)?|px|p|dpi)$|^[248]k$/i.test(phrase);
}
