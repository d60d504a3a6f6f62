// Compares the messages of all languages: same keys, same placeholders, and all plural forms of the language.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Catalogue = Readonly<Record<string, string>>;

interface Shape {
  /** Names of the placeholders. */
  names: Set<string>;
  /** Forms of each plural. */
  plurals: string[][];
}

export function toShape(message: string): Shape {
  const shape: Shape = { names: new Set(), plurals: [] };
  (function visit(elements: readonly MessageFormatElement[]) {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
      shape.names.add(element.value);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      if (element.type === TYPE.plural) shape.plurals.push(Object.keys(element.options));
      for (const { value } of Object.values(element.options)) visit(value);
    }
  })(parse(message, { ignoreTag: true }));
  return shape;
}

/** Returns the plural forms for counts below a million, always including "other". */
export function listPluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const forms = new Set(['other']);
  for (let count = 0; count <= 1_000; count++) forms.add(rules.select(count));
  return [...forms];
}

/** Returns a message for each fault. English is the reference and must contain `serverKeys`. */
export function findCatalogueFaults(
  catalogues: Readonly<Record<string, Catalogue>>,
  serverKeys: readonly string[] = [],
): string[] {
  const { en: english = {} } = catalogues;
  const wanted = [...new Set([...Object.keys(english), ...serverKeys])];
  return Object.entries(catalogues).flatMap(([language, catalogue]) => {
    const missing = wanted.filter((key) => !catalogue[key]?.trim());
    const unknown = Object.keys(catalogue).filter((key) => !Object.hasOwn(english, key));
    const forms = listPluralForms(language);
    return [
      ...missing.map((key) => `${language}.json: “${key}” is missing`),
      ...unknown.map((key) => `${language}.json: “${key}” is not in en.json`),
      ...Object.entries(catalogue).flatMap(([key, message]) =>
        findMessageFaults(message, english[key] ?? message, forms).map(
          (fault) => `${language}.json: “${key}” ${fault}`,
        ),
      ),
    ];
  });
}

function findMessageFaults(message: string, english: string, forms: readonly string[]): string[] {
  try {
    const { names, plurals } = toShape(message);
    const wanted = toShape(english).names;
    const lacking = [...wanted].filter((name) => !names.has(name));
    const more = [...names].filter((name) => !wanted.has(name));
    return [
      ...lacking.map((name) => `lacks {${name}}`),
      ...more.map((name) => `contains {${name}}, which English lacks`),
      ...plurals.flatMap((options) =>
        forms.filter((form) => !options.includes(form)).map((form) => `has no plural form “${form}”`),
      ),
    ];
  } catch (error) {
    return [`has invalid ICU syntax: ${String(error)}`];
  }
}
