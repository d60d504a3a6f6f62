// Checks the messages of the web client. English is en.json, the reasons of the contract, and the texts of the built-in
// providers. Every language of
// web/src/i18n/languages.ts must have all messages, and the client must use each with its values.
//   node scripts/check-messages.ts
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { errorStatuses } from '../contract/src/errors.ts';
import { reasonMessages } from '../contract/src/reasons.ts';
import { backupRefusals, bookErrorTypes } from '../contract/src/values.ts';
import { formatReasons } from '../formats/src/error.ts';
import { languages } from '../web/src/i18n/languages.ts';
import { type Catalogue, findCatalogueFaults } from './messages/catalogues.ts';
import { listProviderTexts } from './messages/provider-texts.ts';
import { findUsageFaults } from './messages/usage.ts';

const web = join(dirname(import.meta.dirname), 'web');
const folder = join(web, 'src', 'i18n');
const read = (path: string): Catalogue => JSON.parse(readFileSync(path, 'utf8'));
const files = globSync(join(folder, '*.json')).map((path) => basename(path, '.json'));
const reasons = Object.fromEntries(
  Object.entries(reasonMessages).map(([key, message]) => [`reasons.${key}`, message]),
);
const providerTexts = Object.fromEntries(listProviderTexts().map((text) => [`providers.${text}`, text]));
const catalogues = Object.fromEntries(
  [...new Set([...Object.keys(languages), ...files])].map((language) => [
    language,
    {
      ...(files.includes(language) ? read(join(folder, `${language}.json`)) : {}),
      ...(language === 'en' ? { ...reasons, ...providerTexts } : {}),
    },
  ]),
);

/** Keys of errors, reasons and book errors that the server can return. */
const serverKeys = [
  ...Object.keys(errorStatuses).map((code) => `errors.${code}`),
  ...bookErrorTypes.map((type) => `bookErrors.${type}`),
  ...backupRefusals.map((key) => `reasons.backup_${key}`),
  ...formatReasons.map((key) => `reasons.file_${key}`),
];

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(web, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  web,
);
const program = ts.createProgram(fileNames, options);
const sources = join(web, 'src').replaceAll('\\', '/');
const isOurs = (path: string) => path.startsWith(sources) && /(?<![.]test)[.]tsx?$/.test(path);
const offences = [
  ...files
    .filter((file) => !(file in languages))
    .map((file) => `${file}.json is not a language of languages.ts`),
  ...Object.keys(read(join(folder, 'en.json')))
    .filter((key) => key.startsWith('reasons.'))
    .map((key) => `en.json: “${key}” belongs in contract/src/reasons.ts`),
  ...findCatalogueFaults(catalogues, serverKeys),
  ...findUsageFaults(program, { ...read(join(folder, 'en.json')), ...reasons }, isOurs),
];
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exit(1);
