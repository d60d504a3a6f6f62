// Rewrites rules in a book's style sheets that have another effect in a column layout: page breaks and viewport units.

const maxRules = 5_000;

type Rule = CSSRule | CSSStyleSheet;
// Does not use `instanceof`: the document has its own realm.
const hasRules = (rule: Rule): rule is CSSStyleSheet => 'cssRules' in rule;
const isImport = (rule: Rule): rule is CSSImportRule => 'styleSheet' in rule;
const isStyle = (rule: Rule): rule is CSSStyleRule => 'selectorText' in rule;

/** The rules of all readable style sheets. Cross-origin sheets cannot be read. */
function* rulesOf(doc: Document): Generator<CSSStyleRule> {
  let count = 0;
  const waiting: Rule[] = [...doc.styleSheets];
  for (let one = waiting.pop(); one && count < maxRules; one = waiting.pop()) {
    count += 1;
    try {
      if (hasRules(one)) waiting.push(...one.cssRules);
      if (isImport(one) && one.styleSheet) waiting.push(one.styleSheet);
    } catch {
      continue;
    }
    if (isStyle(one)) yield one;
  }
}

const breaks = ['break-before', 'break-after', 'break-inside'] as const;

export function fixStyles(doc: Document, size: { width: number; height: number }): void {
  for (const { style } of rulesOf(doc)) {
    for (const name of breaks) {
      const value = style.getPropertyValue(name);
      if (/^(page|left|right|recto|verso|always)$/.test(value)) style.setProperty(name, 'column');
      else if (value === 'avoid-page') style.setProperty(name, 'avoid-column');
    }
    if (!/\d(vw|vh)\b/.test(style.cssText)) continue;
    for (const name of style) {
      const value = style.getPropertyValue(name);
      const fixed = value.replace(/(?<![\d.])([\d.]+)(vw|vh)\b/g, (_, share: string, unit: string) => {
        const whole = unit === 'vw' ? size.width : size.height;
        return `${(Number(share) * whole) / 100}px`;
      });
      if (fixed !== value) style.setProperty(name, fixed, style.getPropertyPriority(name));
    }
  }
}
