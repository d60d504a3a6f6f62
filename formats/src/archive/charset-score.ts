// Scores how plausible the names of an archive are in a charset. Each character counts for its bytes, so that the
// scores of different charsets can be compared.

export type LegacyCharset = 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | 'windows-1251' | 'ibm866';

// The most frequent characters of text, and characters of the names of books and folders.
const commonHan =
  '的一是不了在人有我他这個们中来上大為和国地到以说時要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方' +
  '多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情' +
  '明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世' +
  '位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再' +
  '感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式' +
  '色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运画漫冊册卷集章節节篇页頁封底彩圖图版番' +
  '短序终終錄录扉夹夾資料件說明說話話級号號龍龙鬼滅灭火影忍海賊贼王巨擊击柯偵侦探名猎獵高手籃篮灌魂獸兽劍剑魔法少女戰战士英雄' +
  '星空夢梦愛爱花雪月夜黑白紅红青藍蓝銀银魂鋼钢鐵铁煉炼金術術師傳奇百千零〇六七八九東京食屍種尸会會國來這個們對時過發後裡經麼學' +
  '現當沒動開從實軍無與長機關點業將兩間問並應戰頭體見產應門員論處義條氣題電數報結務場計統區隊決馬書則聽達強難權設記類據邊張該規' +
  '萬覺術領確觀讓識帶導爭運單单行本合訂订珍藏典電影音樂乐網网站下载載件夹全彩色附贈赠巻頁扉付奥刊誌編録描総裏紹介';
const commonHangul =
  '이다는에의가을를은들하고지도로서사자기시어나리아인대한수해일그오보제주정장상부전화권편완결표만연세계신마여우라소미스무유원구조' +
  '공국생동성비모거관있없것게면년중진과내문실선발용작야더까요물후새폴더쪽책외회말앞뒤목차죽음적독점드래곤볼강철격피투루펀맨왕영검' +
  '혼탑레벨업판본학교바람명안심현민간단재집경호천당개금방데트러파크타카란린노마법소녀술사최종특별단';
const hans = new Set(commonHan);
const common: Readonly<Record<WideCharset, ReadonlySet<string>>> = {
  shift_jis: hans,
  gb18030: hans,
  big5: hans,
  'euc-kr': new Set(commonHangul),
};

const kana = /[\u3041-\u3096\u30a1-\u30fa\u30fc]/;
const han = /[\u3005-\u3007\u4e00-\u9fff]/;
const hangul = /[\uac00-\ud7a3]/;
const halfKana = /[\uff61-\uff9f]/;
const wideSigns = /[\u3000-\u301f\u30fb\uff01-\uff5e〜―…‥・]/;
/** Box drawing, Greek and mathematical characters. Western names do not contain them. */
const oddInNames = /[⌐¬░-▓│-╬▀-█αΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡≈∙·√ⁿ■¢£¥₧ƒªº÷]/;
const beyondTwoBytes = /[\u0800-\uffff]/;
const oddInUtf8 =
  /[\u0180-\u0217\u021c-\u02ff\u0370-\u0385\u03cf-\u0400\u0492-\u05cf\u05eb-\u060f\u0700-\u07ff]/;
const letter = /[A-Za-z]/;
const latin = /[A-Za-z\u00c0-\u017f]/;
const cyrillic = /[А-Яа-яЁёІіЇїЄєЎў]/;
const rareCyrillic = /[ІіЇїЄєЎў]/;
const frequentCyrillic = /[оеаинтсрвлкмд]/;
const cyrillicSigns = /[№«»–—…“”„’]/;

/** A name, and its text in the charset that is scored. */
export interface DecodedName {
  bytes: Uint8Array;
  text: string;
}

/** Whether two-byte sequences of UTF-8 are text in a common script, not pairs of another charset. */
export function isPlausibleUtf8(text: string): boolean {
  return beyondTwoBytes.test(text) || !oddInUtf8.test(text);
}

/** Whether a name that is valid UTF-8 may be in another charset: it has only sequences of two bytes. */
export const isAmbiguousUtf8 = (text: string): boolean => !beyondTwoBytes.test(text);

/** Whether nearly all characters of a name are frequent ones of an East Asian charset. */
export function isClearlyWide(charset: LegacyCharset, name: DecodedName): boolean {
  if (charset === 'ibm866' || charset === 'windows-1251') return false;
  const count = [...name.text].filter((sign) => sign >= '\u0080').length;
  return count > 0 && scoreEastAsian(charset, name) >= count * 3;
}

/** Returns a higher score for more plausible names. */
export function scoreNames(charset: LegacyCharset | 'cp437', names: readonly DecodedName[]): number {
  let score = 0;
  for (const name of names) {
    if (charset === 'cp437') score += scoreWestern(name.text);
    else if (charset === 'ibm866' || charset === 'windows-1251') score += scoreCyrillic(name.text);
    else score += scoreEastAsian(charset, name);
  }
  return score;
}

type WideCharset = Exclude<LegacyCharset, 'ibm866' | 'windows-1251'>;

function scoreEastAsian(charset: WideCharset, { bytes, text }: DecodedName): number {
  const signs = [...text];
  let score = 0;
  let at = 0;
  for (const [i, sign] of signs.entries()) {
    if (sign < '\u0080') at += 1;
    else if (charset === 'shift_jis' && halfKana.test(sign)) {
      score -= 0.6;
      at += 1;
    } else {
      const pair = { lead: bytes[at] ?? 0, trail: bytes[at + 1] ?? 0 };
      const isInWord = isWesternPair(pair, signs[i - 1], signs[i + 1]);
      score += isInWord ? -3 : scoreWide(charset, sign, pair);
      at += charset === 'gb18030' && pair.trail < 0x40 ? 4 : 2;
    }
  }
  return score;
}

/** Whether a pair is probably a Western letter and its successor: alone, and part of a word of ASCII letters. */
function isWesternPair({ trail }: Pair, before = '', after = ''): boolean {
  const isAlone = before < '\u0080' && after < '\u0080';
  return isAlone && trail < 0x80 && letter.test(String.fromCharCode(trail)) && letter.test(before + after);
}

interface Pair {
  lead: number;
  trail: number;
}

function scoreWide(charset: WideCharset, sign: string, pair: Pair): number {
  if (charset === 'shift_jis' && kana.test(sign)) return 3;
  if (common[charset].has(sign)) return 4;
  if (wideSigns.test(sign)) return 1;
  return regionOf[charset](sign, pair);
}

/** Score of rarer characters: the charsets list those of modern text first. */
const regionOf: Readonly<Record<WideCharset, (sign: string, pair: Pair) => number>> = {
  shift_jis: (sign, { lead }) => (!han.test(sign) ? -3 : lead <= 0x97 ? 0.6 : lead <= 0xea ? -0.5 : -2),
  gb18030: (sign, { lead, trail }) =>
    !han.test(sign) ? -3 : trail < 0xa1 || lead < 0xb0 || lead > 0xf7 ? -2 : lead <= 0xd7 ? 0.6 : -0.3,
  big5: (sign, { lead }) => (!han.test(sign) || lead < 0xa4 ? -3 : lead <= 0xc6 ? 0.6 : -0.3),
  'euc-kr': (sign, { lead, trail }) =>
    !hangul.test(sign) ? -2 : trail >= 0xa1 && lead >= 0xb0 && lead <= 0xc8 ? 0.6 : -0.5,
};

function scoreCyrillic(name: string): number {
  const signs = [...name];
  let score = 0;
  for (const [i, sign] of signs.entries()) {
    if (sign < '\u0080') continue;
    const before = signs[i - 1] ?? '';
    const after = signs[i + 1] ?? '';
    if (!cyrillic.test(sign)) score += cyrillicSigns.test(sign) ? 0.5 : -2;
    else if (letter.test(before) || letter.test(after) || (isUpper(sign) && isLower(before))) score -= 3;
    else if (!cyrillic.test(before) && !cyrillic.test(after)) score += 0.3;
    else score += rareCyrillic.test(sign) ? 0.5 : frequentCyrillic.test(sign.toLowerCase()) ? 1.5 : 0.9;
  }
  return score;
}

function scoreWestern(name: string): number {
  const signs = [...name];
  let score = 0;
  for (const [i, sign] of signs.entries()) {
    if (sign < '\u0080') continue;
    const before = signs[i - 1] ?? '';
    const after = signs[i + 1] ?? '';
    if (oddInNames.test(sign)) score -= 2;
    else if (!latin.test(sign)) score += 0.2;
    else if (isUpper(sign) && isLower(before)) score -= 2;
    else score += letter.test(before) || letter.test(after) ? 1.2 : 0.4;
  }
  return score;
}

const isUpper = (sign: string): boolean => sign !== sign.toLowerCase();
const isLower = (sign: string): boolean => sign !== sign.toUpperCase();
