import { describe, expect, test } from 'vitest';
import { parseFileName } from './parse-name.ts';
import { type ParsedFields, toParsedFields } from './parsed-fields.ts';

const tables: Record<string, [name: string, said: ParsedFields][]> = {
  'reads markers of volumes and chapters': [
    ['Vol. 03 Ch. 010.5.cbz', { volume: 3, chapter: 10.5 }],
    ['v01.cbz', { volume: 1 }],
    ['v1-3.cbz', { volume: 1, volumeEnd: 3 }],
    ['Saga v01-v03.cbz', { series: 'Saga', volume: 1, volumeEnd: 3 }],
    ['Akira Volume 2.cbz', { series: 'Akira', volume: 2 }],
    ['Akira Tome 3.cbz', { series: 'Akira', volume: 3 }],
    ['T03.cbz', { volume: 3 }],
    ['Akira Band 2.cbz', { series: 'Akira', volume: 2 }],
    ['Akira Tomo 4.cbz', { series: 'Akira', volume: 4 }],
    ['Наруто Том 1.cbz', { series: 'Наруто', volume: 1 }],
    ['c012.cbz', { chapter: 12 }],
    ['ch.12-14.cbz', { chapter: 12, chapterEnd: 14 }],
    ['Chapter 5.cbz', { chapter: 5 }],
    ['Chapter 10,5.cbz', { chapter: 10.5 }],
    ['Kapitel 7.cbz', { chapter: 7 }],
    ['Capítulo 8.cbz', { chapter: 8 }],
    ['Глава 7.cbz', { chapter: 7 }],
    ['วันพีซ เล่ม 5.cbz', { series: 'วันพีซ', volume: 5 }],
    ['Tập 3.cbz', { volume: 3 }],
    ['Naruto - Episode 5.cbz', { series: 'Naruto', chapter: 5 }],
    ['Title S01E02.cbz', { series: 'Title', volume: 1, chapter: 2 }],
    ['Tower of God S2 Ep. 12.cbz', { series: 'Tower of God', volume: 2, chapter: 12 }],
    ['v01c005.cbz', { volume: 1, chapter: 5 }],
  ],
  'reads Chinese, Japanese and Korean counters': [
    ['ワンピース 第3巻.cbz', { series: 'ワンピース', volume: 3 }],
    ['進撃の巨人 第１２話.cbz', { series: '進撃の巨人', chapter: 12 }],
    ['ハルコさんの彼氏 第01話.cbz', { series: 'ハルコさんの彼氏', chapter: 1 }],
    ['新世紀エヴァンゲリオン　第０１巻.cbz', { series: '新世紀エヴァンゲリオン', volume: 1 }],
    ['원피스 3권.cbz', { series: '원피스', volume: 3 }],
    ['나루토 제 12 화.cbz', { series: '나루토', chapter: 12 }],
    ['나 혼자만 레벨업 (001-010화).cbz', { series: '나 혼자만 레벨업', chapter: 1, chapterEnd: 10 }],
    ['海贼王 卷三.cbz', { series: '海贼王', volume: 3 }],
    ['三国演义 第三卷.cbz', { series: '三国演义', volume: 3 }],
    ['三国志.cbz', { title: '三国志' }],
    ['二十世紀少年 第五集.cbz', { series: '二十世紀少年', volume: 5 }],
    ['一拳超人 第一百二十三话.cbz', { series: '一拳超人', chapter: 123 }],
    ['第三章.cbz', { chapter: 3 }],
    ['宮本武蔵 巻ノ一.cbz', { series: '宮本武蔵', volume: 1 }],
    ['進撃の巨人 第1話～第3話.cbz', { series: '進撃の巨人', chapter: 1, chapterEnd: 3 }],
    ['ワンピース 全12巻.cbz', { series: 'ワンピース', count: 12 }],
    ['ワンピース12.cbz', { series: 'ワンピース', number: '12' }],
    ['タイトル③.cbz', { series: 'タイトル', number: '3' }],
    ['バガボンド（１２）.cbz', { series: 'バガボンド', number: '12' }],
    ['ＢＡＴＭＡＮ　０１.cbz', { series: 'ＢＡＴＭＡＮ', number: '1' }],
    ['第03话 标题.cbz', { chapter: 3, title: '标题' }],
    [
      '週刊少年ジャンプ 2019年12号.cbz',
      { isOfYear: true, series: '週刊少年ジャンプ', number: '12', year: 2019 },
    ],
    ['週刊少年ジャンプ 2019年5月号.cbz', { series: '週刊少年ジャンプ', year: 2019, month: 5 }],
    ['進撃の巨人 番外編.cbz', { title: '進撃の巨人 番外編', isSpecial: true, format: 'Special' }],
    ['鳥獣戯画 v1.cbz', { series: '鳥獣戯画', volume: 1 }],
  ],
  'reads groups, checksums and revisions around the title': [
    ['[Group] Title v05 c031 [A1B2C3D4].cbz', { series: 'Title', volume: 5, chapter: 31, groups: ['Group'] }],
    ['Title - c031 (v05) - p012 [dig].cbz', { series: 'Title', volume: 5, chapter: 31, tags: ['dig'] }],
    [
      'Attack on Titan - c139 (v34) - p001-062 [kodansha].cbz',
      { series: 'Attack on Titan', volume: 34, chapter: 139, groups: ['kodansha'] },
    ],
    [
      'Torinome - Vol.01 Ch.001-006 [Murai].cbz',
      { series: 'Torinome', volume: 1, chapter: 1, chapterEnd: 6, groups: ['Murai'] },
    ],
    ['Title - 03v2.cbz', { series: 'Title', number: '3' }],
    ['Title 05 (v2).cbz', { series: 'Title', number: '5' }],
    ['Naruto Ch. 12 v2.cbz', { series: 'Naruto', chapter: 12 }],
    ['Naruto c031x1.cbz', { series: 'Naruto', chapter: 31.1 }],
    [
      'Berserk v38-40 (2017) (Digital) (danke-Empire).cbz',
      {
        series: 'Berserk',
        volume: 38,
        volumeEnd: 40,
        year: 2017,
        tags: ['Digital'],
        groups: ['danke-Empire'],
      },
    ],
    [
      'World Trigger v23 (2022) (Digital) (1r0n) (f).cbz',
      { series: 'World Trigger', volume: 23, year: 2022, tags: ['Digital', 'f'], groups: ['1r0n'] },
    ],
    [
      '[Oshi no Ko] v01 (2023) (Digital).cbz',
      { series: 'Oshi no Ko', volume: 1, year: 2023, tags: ['Digital'] },
    ],
    [
      '(C97) [Circle (Artist)] Some Title [English].cbz',
      { title: 'Some Title', language: 'en', groups: ['Circle (Artist)'], tags: ['C97'] },
    ],
    ['[尾田栄一郎] ONE PIECE 第01巻.cbz', { series: 'ONE PIECE', volume: 1, authors: ['尾田栄一郎'] }],
    ['[某汉化组] 海贼王 第01卷.cbz', { series: '海贼王', volume: 1, groups: ['某汉化组'] }],
    ['[海贼王][尾田荣一郎][卷01].cbz', { series: '海贼王', volume: 1, groups: ['尾田荣一郎'] }],
  ],
  'reads titles of chapters': [
    [
      'Series - Volume 01 - Chapter 003 - The Title.cbz',
      { series: 'Series', volume: 1, chapter: 3, title: 'The Title' },
    ],
    ['One Piece Chapter 1050: The Title.cbz', { series: 'One Piece', chapter: 1050, title: 'The Title' }],
    ['Vol.1 Ch.5 - Title.cbz', { volume: 1, chapter: 5, title: 'Title' }],
    ['Ch. 5 - 10 Years Later.cbz', { chapter: 5, title: '10 Years Later' }],
    ["JoJo's Bizarre Adventure Part 4 v03.cbz", { series: "JoJo's Bizarre Adventure Part 4", volume: 3 }],
    ['One.Piece.c1050.5.cbz', { series: 'One Piece', chapter: 1050.5 }],
    ['One_Piece_v012_[Group].cbz', { series: 'One Piece', volume: 12, groups: ['Group'] }],
  ],
  'reads right-to-left names': [
    ['ون بيس المجلد ٣ الفصل ٥.cbz', { series: 'ون بيس', volume: 3, chapter: 5 }],
    ['\u200fون بيس\u200e 012.cbz', { series: 'ون بيس', number: '12' }],
    ['שם הסדרה כרך 3 פרק 12.cbz', { series: 'שם הסדרה', volume: 3, chapter: 12 }],
  ],
};

for (const [sentence, rows] of Object.entries(tables)) {
  describe(sentence, () => {
    test.each(rows)('%s', (name, stated) => {
      expect(toParsedFields(parseFileName(name))).toEqual(stated);
    });
  });
}
