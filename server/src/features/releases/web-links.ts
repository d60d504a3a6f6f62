// Links to pages about a series, built from URL templates in plugin manifests. Plugins are not called.

import type { ReleasingPlugin } from '#features/plugins/index.ts';
import { type Manifest, toBareSource, toLink } from '#features/plugins/protocol/index.ts';

interface Series {
  title: string;
  /** By source, without `api:`. */
  externalIds: Readonly<Record<string, string>>;
}

/** Id sources that the link templates use. */
export const listLinkSources = (plugins: readonly ReleasingPlugin[]): string[] => [
  ...new Set(
    plugins.flatMap(({ manifest }) =>
      (manifest.webLinks?.seriesLinks ?? []).map(({ source }) => toBareSource(source).toLowerCase()),
    ),
  ),
];

/** Links to the page of the first known id, else to a title search. */
export function toWebLinks(
  plugins: readonly ReleasingPlugin[],
  { title, externalIds }: Series,
): { label: string; url: string }[] {
  return plugins.flatMap(({ manifest, config }) => {
    const { searchUrlTemplate, seriesLinks } = manifest.webLinks ?? {};
    const known = seriesLinks?.find(({ source }) => toBareSource(source).toLowerCase() in externalIds);
    const externalId = known && externalIds[toBareSource(known.source).toLowerCase()];
    const template = known?.urlTemplate ?? searchUrlTemplate;
    const url = template && fill(template, { title, externalId }, toValues(manifest, config));
    const link = toLink(url);
    return link === null ? [] : [{ label: manifest.displayName, url: link }];
  });
}

/** Configured values, else the defaults of the fields. */
const toValues = ({ config: fields }: Manifest, config: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(fields.flatMap((field) => ('default' in field ? [[field.key, field.default]] : []))),
  ...config,
});

/** Returns undefined if a value is missing. */
function fill(
  template: string,
  { title, externalId }: { title: string; externalId: string | undefined },
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  let isWhole = true;
  const url = template.replace(/\{([a-zA-Z.]{1,110})\}/g, (_, name: string) => {
    if (name === 'title') return encodeURIComponent(title);
    if (name === 'externalId' && externalId !== undefined) return encodeURIComponent(externalId);
    const value = name.startsWith('config.') ? config[name.slice('config.'.length)] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') {
      isWhole = false;
      return '';
    }
    // A complete URL, such as the site's address, is inserted unencoded.
    return toLink(String(value)) ? String(value).replace(/\/{1,10}$/, '') : encodeURIComponent(value);
  });
  return isWhole ? url : undefined;
}
