// Checks that the time of each regular expression is linear in the text: most texts come from untrusted files,
// addresses and input. Patterns that users write run in RE2. Prints each offence.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSlowPatterns } from './patterns/slow-patterns.ts';

const root = dirname(import.meta.dirname);

/** Reviewed patterns that are composed of text from the program. */
const madeAtRunTime: Record<string, string> = {
  'server/src/infrastructure/text/words.ts':
    'classes of signs side by side, none of which takes the signs of another',
  'server/src/infrastructure/text/fold.ts': 'one class of signs',
  'server/src/features/serving/web-client/index.ts': 'segments between slashes, at most three',
  'server/src/features/serving/web-client/preloads.ts': 'segments between slashes',
  'formats/src/xml/decode.ts': 'one class of signs',
  'formats/src/values/plain-text.ts': 'stops at the next bracket; looked for once from where the last ended',
  'web/src/features/administration/users/password.ts': 'a fixed number of any signs',
  'server/src/surfaces/compat/query/search.ts': 'a list of names with one sign before and one after',
};

const offences = globSync(['{contract,formats,server,web}/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) =>
    findSlowPatterns(path, readFileSync(join(root, path), 'utf8'))
      .filter(({ fault }) => fault === 'slow' || !Object.hasOwn(madeAtRunTime, path))
      .map(({ line, text, fault }) =>
        fault === 'slow'
          ? `${path}:${line}: ${text} can take more than linear time. Bound or anchor what repeats, or read by hand.`
          : `${path}:${line}: ${text} is made at run time. Write it as a literal, or name the file with the reason why it is linear.`,
      ),
  );
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exit(1);
