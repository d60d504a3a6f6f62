// Chinese and Roman numerals, fractions, and suffixes of numbers.

const chineseDigits = new Map([...'〇零一二三四五六七八九'].map((sign, i) => [sign, i === 0 ? 0 : i - 1]));
for (const [sign, value] of [...'壱弐参'].map((sign, i): [string, number] => [sign, i + 1])) {
  chineseDigits.set(sign, value);
}
chineseDigits.set('两', 2);
const chineseUnits = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** Whether a character is a Chinese numeral in numbers below ten thousand. */
export function isChineseNumeral(sign: string): boolean {
  return chineseDigits.has(sign) || chineseUnits.has(sign);
}

/** "三" → 3, "十二" → 12, "二十" → 20, "百五" → 105, "一〇三" → 103. Returns undefined for more than eight signs. */
export function parseChineseNumber(characters: string): number | undefined {
  if (characters.length === 0 || characters.length > 8) return undefined;
  let total = 0;
  let digits = 0;
  let hasDigits = false;
  for (const sign of characters) {
    const unit = chineseUnits.get(sign);
    if (unit === undefined) {
      digits = digits * 10 + (chineseDigits.get(sign) ?? 0);
      hasDigits = true;
    } else {
      total += (hasDigits ? digits : 1) * unit;
      digits = 0;
      hasDigits = false;
    }
  }
  return total + digits;
}

const romanUnits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };
const romanForm = /^(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** "IV" → 4. Accepts only canonical capitals up to LXXXIX, so that words are not mistaken for numbers. */
export function parseRoman(word: string): number | undefined {
  if (word.length === 0 || word.length > 8 || !romanForm.test(word)) return undefined;
  let value = 0;
  for (let i = 0; i < word.length; i++) {
    const unit = romanUnits[word[i] ?? ''] ?? 0;
    value += unit < (romanUnits[word[i + 1] ?? ''] ?? 0) ? -unit : unit;
  }
  return value;
}

const fractions: Readonly<Record<string, number>> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 0.125,
};

/** Returns the value of a fraction sign. */
export function fractionOf(sign: string): number | undefined {
  return fractions[sign];
}

/** Whether publishers append the word to issue numbers ("8.NOW", "5AU"). */
export function isEventSuffix(word: string): boolean {
  return ['au', 'mu', 'hu', 'inh', 'now', 'bey', 'lr', 'deaths', 'alpha', 'omega'].includes(
    word.toLowerCase(),
  );
}

/** Removes leading zeros. "000" becomes "0". */
export function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=[0-9])/, '');
}
