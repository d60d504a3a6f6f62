// Finds links to documents and headings that do not exist: in Markdown, in comments and messages (`docs/guides/users.md`),
// and in calls of `toGuide`.
import { posix } from 'node:path';

interface Source {
  path: string;
  text: string;
}

const link = /\]\(([^)\s]+)\)|<img[^>]* src="([^"]+)"/g;
const mention = /\bdocs\/[\w./-]+\.md\b(#[\w-]+)?/g;
const guideCall = /\btoGuide\('([^']+)'\)/g;
const fence = /^```[\s\S]*?^```/gm;

/** `paths` are all files of the repository. Returns a message for each broken link. */
export function findBrokenLinks(sources: readonly Source[], paths: readonly string[]): string[] {
  const files = new Set(paths.flatMap(listWithFolders));
  const headings = new Map(
    sources
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, listHeadings(text)] as const),
  );
  return sources.flatMap((source) =>
    listTargets(source).flatMap((target) => {
      const [path = '', heading] = target.split('#');
      if (!files.has(path)) return [`${source.path}: links to ${path}, which does not exist`];
      if (heading === undefined || headings.get(path)?.has(heading) !== false) return [];
      return [`${source.path}: links to ${target}, but ${path} has no such heading`];
    }),
  );
}

/** Returns the path and its folders. */
const listWithFolders = (path: string): string[] =>
  path.split('/').map((_, end, segments) => segments.slice(0, end + 1).join('/'));

/** Returns the targets as paths from the root of the repository, with the heading. */
function listTargets({ path, text }: Source): string[] {
  const isMarkdown = path.endsWith('.md');
  const mentions = [...text.matchAll(mention)].map(([target]) => target);
  const calls = [...text.matchAll(guideCall)].map(([, name = '']) => `docs/${name}`);
  if (!isMarkdown) return [...mentions, ...calls];
  return [...text.replace(fence, '').matchAll(link)]
    .map(([, target, image]) => target ?? image ?? '')
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => toPath(path, target));
}

function toPath(from: string, target: string): string {
  if (target.startsWith('#')) return from + target;
  const [path = '', heading] = target.split('#');
  const full = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
  return heading === undefined ? full : `${full}#${heading}`;
}

/** Returns the anchors of the headings as GitHub makes them. */
function listHeadings(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of text.replace(fence, '').matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const anchor = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let copy = 1; anchors.has(unique); copy++) unique = `${anchor}-${copy}`;
    anchors.add(unique);
  }
  return anchors;
}
