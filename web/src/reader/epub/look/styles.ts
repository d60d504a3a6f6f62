// Style sheets of books say things for paged media and whole windows that mean something else in columns: they are
// said anew, once a document is loaded.

const most = 5_000;

/** Rules of the document's own sheets; those of others cannot be read. */
function* rulesOf(doc: Document): Generator<CSSStyleRule> {
  let count = 0;
  const waiting: (CSSRule | CSSStyleSheet)[] = [...doc.styleSheets];
  for (let one = waiting.pop(); one && count < most; one = waiting.pop()) {
    count += 1;
    try {
      if ('cssRules' in one) waiting.push(...(one.cssRules as CSSRuleList));
      if ('styleSheet' in one && one.styleSheet) waiting.push(one.styleSheet as CSSStyleSheet);
    } catch {
      continue;
    }
    if ('selectorText' in one) yield one as CSSStyleRule;
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
