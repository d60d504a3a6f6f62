// Words before a number that name what it counts, in the languages of known libraries.
import { plainWord } from '../tokens/code-points.ts';

/** A season counts as a volume, an episode as a chapter. A part counts only if the name has no other numbering. */
export type MarkerKind = 'volume' | 'chapter' | 'number' | 'part' | 'season' | 'episode';

const words: readonly (readonly [MarkerKind, string])[] = [
  [
    'volume',
    `vol vols volume volumes volumen volum tome tomes tomo tomos tom том τομος band bd bind deel cilt svazek
    kötet jilid tập المجلد مجلد جلد כרך เล่ม osa zvezek tankobon`,
  ],
  [
    'chapter',
    `ch chs chap chapt chp chapter chapters kapitel kap chapitre chapitres capítulo capítulos cap capitolo
    capitoli capítol глава главы гл rozdział rozdz hoofdstuk bölüm kapitola fejezet kapittel chương κεφάλαιο
    الفصل فصل פרק ตอนที่ ตอน bab`,
  ],
  [
    'number',
    `issue issues iss no nos nr nº num number numero numéro número nummer numer heft выпуск вып номер prog fasc
    fascicule fascicolo ausgabe τεύχος العدد גיליון גליון číslo book bk buch livre libro livro книга boek kniha
    bok`,
  ],
  ['part', 'part pt parts partie teil parte часть część'],
  ['season', 'season saison staffel temporada stagione сезон'],
  ['episode', 'episode episodes ep eps episodio épisode folge эпизод серия'],
];

const byWord = new Map(
  words.flatMap(([kind, list]) =>
    list.split(/\s+/).map((word): [string, MarkerKind] => [plainWord(word), kind]),
  ),
);

const byLetter: Readonly<Record<string, MarkerKind>> = {
  v: 'volume',
  t: 'volume',
  c: 'chapter',
  s: 'season',
  e: 'episode',
};

/** Returns the kind of a marker of two or more letters, without the full stop: "Vol" → volume. */
export function markerOfWord(word: string): MarkerKind | undefined {
  return word.length > 1 && word.length <= 12 ? byWord.get(plainWord(word)) : undefined;
}

/** Returns the kind of a single-letter marker before digits: "v01", "T03", "c012", "S01E02". */
export function markerOfLetter(letter: string): MarkerKind | undefined {
  return letter.length === 1 ? byLetter[letter.toLowerCase()] : undefined;
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns the value of "One" … "Twelve" after a marker ("Book One"). */
export function spelledNumber(word: string): number | undefined {
  const value = word.length <= 6 ? spelled.indexOf(word.toLowerCase()) : -1;
  return value > 0 ? value : undefined;
}

/** Whether a word is the "of" of "of 12". Inside brackets other languages are accepted. */
export function isOfWord(word: string, inBrackets: boolean): boolean {
  const plain = word.toLowerCase();
  return plain === 'of' || (inBrackets && ['sur', 'von', 'de', 'di', 'из', 'av', 'z'].includes(plain));
}
