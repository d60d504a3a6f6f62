import { expect, test } from 'vitest';
import { decodeCp949 } from './cp949.ts';
import { decodeLegacyNames } from './legacy-charset.ts';

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

test.each<[string, string[], string[]]>([
  [
    'GBK',
    ['第01话/封面.png', '第01话/第二页.png'],
    ['b5da3031bbb02fb7e2c3e62e706e67', 'b5da3031bbb02fb5dab6fed2b32e706e67'],
  ],
  ['GBK', ['海贼王 第1卷.jpg'], ['baa3d4f4cdf520b5da31beed2e6a7067']],
  ['GBK', ['封面.jpg'], ['b7e2c3e62e6a7067']],
  ['GBK', ['火影忍者/001.jpg'], ['bbf0d3b0c8ccd5df2f3030312e6a7067']],
  ['GBK', ['第一章.png', '第二章.png'], ['b5dad2bbd5c22e706e67', 'b5dab6fed5c22e706e67']],
  ['GBK', ['名侦探柯南 第05卷/彩页.jpg'], ['c3fbd5ecccbdbfc2c4cf20b5da3035beed2fb2cad2b32e6a7067']],
  ['GBK', ['进击的巨人 01/封底.jpg'], ['bdf8bbf7b5c4bedec8cb2030312fb7e2b5d72e6a7067']],
  ['GBK', ['目录.jpg', '扉页.jpg'], ['c4bfc2bc2e6a7067', 'ece9d2b32e6a7067']],
  ['GBK', ['七龙珠/第三话/01.png'], ['c6dfc1fad6e92fb5dac8fdbbb02f30312e706e67']],
  ['GBK', ['斗破苍穹/第12回/1.jpg'], ['b6b7c6c6b2d4f1b72fb5da3132bbd82f312e6a7067']],
  ['GBK', ['鬼灭之刃 01.jpg'], ['b9edc3f0d6aec8d02030312e6a7067']],
  ['GBK', ['新建文件夹/001.jpg'], ['d0c2bda8cec4bcfebcd02f3030312e6a7067']],
  ['GBK', ['图片/1.png'], ['cdbcc6ac2f312e706e67']],
  ['GBK', ['漫画/1.png'], ['c2febbad2f312e706e67']],
  ['GBK', ['一人之下/1.png'], ['d2bbc8cbd6aecfc22f312e706e67']],
  ['GBK', ['全职高手_001.jpg'], ['c8abd6b0b8dfcad65f3030312e6a7067']],
  ['GBK', ['卷一.jpg'], ['beedd2bb2e6a7067']],
  ['GBK', ['灌篮高手/01.jpg'], ['b9e0c0bab8dfcad62f30312e6a7067']],
  ['GBK', ['银魂/1.png'], ['d2f8bbea2f312e706e67']],
  ['GBK', ['死神/1.png'], ['cbc0c9f12f312e706e67']],
  ['GBK', ['说明.txt', '第１话/００１.jpg'], ['cbb5c3f72e747874', 'b5daa3b1bbb02fa3b0a3b0a3b12e6a7067']],
  ['Big5', ['第01話/封面.png'], ['b2c43031b8dc2fabcaadb12e706e67']],
  ['Big5', ['海賊王 第1卷.jpg'], ['aefcb8e9a4fd20b2c431a8f72e6a7067']],
  ['Big5', ['封面.jpg', '封底.jpg'], ['abcaadb12e6a7067', 'abcaa9b32e6a7067']],
  ['Big5', ['火影忍者/001.jpg'], ['a4f5bc76a7d4aacc2f3030312e6a7067']],
  ['Big5', ['第一章.png', '第二章.png'], ['b2c4a440b3b92e706e67', 'b2c4a447b3b92e706e67']],
  ['Big5', ['名偵探柯南 第05集/彩頁.jpg'], ['a657b0bbb1b4ac5fab6e20b2c43035b6b02fb16dadb62e6a7067']],
  ['Big5', ['進擊的巨人 01/封底.jpg'], ['b669c0bbaabaa5a8a4482030312fabcaa9b32e6a7067']],
  ['Big5', ['目錄.jpg', '扉頁.jpg'], ['a5d8bffd2e6a7067', 'b476adb62e6a7067']],
  ['Big5', ['七龍珠/第三話/01.png'], ['a443c073af5d2fb2c4a454b8dc2f30312e706e67']],
  ['Big5', ['灌籃高手/01.jpg'], ['c4e9c478b0aaa4e22f30312e6a7067']],
  ['Big5', ['鬼滅之刃 01.jpg'], ['b0adb7c0a4a7a4622030312e6a7067']],
  ['Big5', ['新資料夾/001.jpg'], ['b773b8eaaec6a7a82f3030312e6a7067']],
  ['Big5', ['漫畫/1.png'], ['baa9b5652f312e706e67']],
  ['Big5', ['銀魂/1.png'], ['bbc8bbee2f312e706e67']],
  ['Big5', ['圖片/1.png'], ['b9cfa4f92f312e706e67']],
  ['Big5', ['獵人 第三十集/1.png'], ['c279a44820b2c4a454a451b6b02f312e706e67']],
  ['Big5', ['第２回/０１.jpg'], ['b2c4a2b1a65e2fa2afa2b02e6a7067']],
  ['CP949', ['표지.jpg'], ['c7a5c1f62e6a7067']],
  ['CP949', ['원피스 1권/001.jpg'], ['bff8c7c7bdba2031b1c72f3030312e6a7067']],
  ['CP949', ['나루토 01화.jpg'], ['b3aab7e7c5e4203031c8ad2e6a7067']],
  ['CP949', ['진격의 거인/1.jpg'], ['c1f8b0ddc0c720b0c5c0ce2f312e6a7067']],
  [
    'CP949',
    ['제1화/표지.png', '제1화/2쪽.png'],
    ['c1a631c8ad2fc7a5c1f62e706e67', 'c1a631c8ad2f32c2ca2e706e67'],
  ],
  ['CP949', ['새 폴더/1.jpg'], ['bbf520c6fab4f52f312e6a7067']],
  ['CP949', ['죽음 13회/1.png'], ['c1d7c0bd203133c8b82f312e706e67']],
  ['CP949', ['전지적 독자 시점 12화/01.jpg'], ['c0fcc1f6c0fb20b5b6c0da20bdc3c1a1203132c8ad2f30312e6a7067']],
  ['CP949', ['만화/1.jpg'], ['b8b8c8ad2f312e6a7067']],
  ['CP949', ['드래곤볼 3권.jpg'], ['b5e5b7a1b0efbabc2033b1c72e6a7067']],
  ['CP949', ['신의 탑/1.png'], ['bdc5c0c720c5be2f312e706e67']],
  ['CP949', ['나 혼자만 레벨업/1.png'], ['b3aa20c8a5c0dab8b820b7b9baa7bef72f312e706e67']],
  ['CP949', ['뒷표지.jpg'], ['b5dec7a5c1f62e6a7067']],
  ['CP949', ['똠방각하/1.png'], ['8c63b9e6b0a2c7cf2f312e706e67']],
  ['CP949', ['앞표지.jpg', '목차.jpg'], ['bed5c7a5c1f62e6a7067', 'b8f1c2f72e6a7067']],
  ['CP949', ['강철의 연금술사 완전판/1.jpg'], ['b0adc3b6c0c720bfacb1ddbcfabbe720bfcfc0fcc6c72f312e6a7067']],
  ['CP866', ['Обложка.jpg'], ['8ea1abaea6aaa02e6a7067']],
  ['CP866', ['Том 1/001.jpg'], ['92aeac20312f3030312e6a7067']],
  ['CP866', ['Глава 2/01.png'], ['83aba0a2a020322f30312e706e67']],
  [
    'CP866',
    ['Наруто. Том 5. Глава 40/1.jpg'],
    ['8da0e0e3e2ae2e2092aeac20352e2083aba0a2a02034302f312e6a7067'],
  ],
  ['CP866', ['стр 01.jpg', 'стр 02.jpg'], ['e1e2e02030312e6a7067', 'e1e2e02030322e6a7067']],
  [
    'CP866',
    ['Токийский гуль - 3 том/01.jpg'],
    ['92aeaaa8a9e1aaa8a920a3e3abec202d203320e2aeac2f30312e6a7067'],
  ],
  ['CP866', ['Новая папка/1.jpg'], ['8daea2a0ef20afa0afaaa02f312e6a7067']],
  ['CP866', ['Ван Пис/1.jpg'], ['82a0ad208fa8e12f312e6a7067']],
  ['CP866', ['ТОМ 01/001.jpg'], ['928e8c2030312f3030312e6a7067']],
  ['CP866', ['Атака титанов/обложка.png'], ['80e2a0aaa020e2a8e2a0adaea22faea1abaea6aaa02e706e67']],
  ['CP866', ['стр.1.jpg'], ['e1e2e02e312e6a7067']],
  ['CP866', ['Манга/1.png'], ['8ca0ada3a02f312e706e67']],
  ['CP1251', ['Обложка.jpg'], ['cee1ebeee6eae02e6a7067']],
  ['CP1251', ['Том 1/001.jpg'], ['d2eeec20312f3030312e6a7067']],
  ['CP1251', ['Глава 2/01.png'], ['c3ebe0e2e020322f30312e706e67']],
  [
    'CP1251',
    ['Наруто. Том 5. Глава 40/1.jpg'],
    ['cde0f0f3f2ee2e20d2eeec20352e20c3ebe0e2e02034302f312e6a7067'],
  ],
  ['CP1251', ['стр 01.jpg', 'стр 02.jpg'], ['f1f2f02030312e6a7067', 'f1f2f02030322e6a7067']],
  [
    'CP1251',
    ['Токийский гуль - 3 том/01.jpg'],
    ['d2eeeae8e9f1eae8e920e3f3ebfc202d203320f2eeec2f30312e6a7067'],
  ],
  ['CP1251', ['Новая папка/1.jpg'], ['cdeee2e0ff20efe0efeae02f312e6a7067']],
  ['CP1251', ['Ван Пис/1.jpg'], ['c2e0ed20cfe8f12f312e6a7067']],
  ['CP1251', ['ТОМ 01/001.jpg'], ['d2cecc2030312f3030312e6a7067']],
  ['CP1251', ['Атака титанов/обложка.png'], ['c0f2e0eae020f2e8f2e0edeee22feee1ebeee6eae02e706e67']],
  ['CP1251', ['стр.1.jpg'], ['f1f2f02e312e6a7067']],
  ['CP1251', ['Манга/1.png'], ['cce0ede3e02f312e706e67']],
  ['CP1251', ['№ 5 — «Мир»/1.jpg'], ['b92035209720abcce8f0bb2f312e6a7067']],
  [
    'Shift_JIS',
    ['第１話/表紙.png', '第１話/頁２.png'],
    ['91e6825098622f955c8e862e706e67', '91e6825098622f95c582512e706e67'],
  ],
  ['Shift_JIS', ['表紙.jpg'], ['955c8e862e6a7067']],
  ['Shift_JIS', ['第一話_01.png'], ['91e688ea98625f30312e706e67']],
  ['Shift_JIS', ['ワンピース 第1巻/001.jpg'], ['838f83938373815b83582091e6318aaa2f3030312e6a7067']],
  ['Shift_JIS', ['新しいフォルダ/1.jpg'], ['905682b582a283748348838b835f2f312e6a7067']],
  ['Shift_JIS', ['進撃の巨人 01/裏表紙.jpg'], ['90698c8282cc8b90906c2030312f97a0955c8e862e6a7067']],
  ['Shift_JIS', ['目次.jpg'], ['96da8e9f2e6a7067']],
  ['Shift_JIS', ['巻１.jpg'], ['8aaa82502e6a7067']],
  ['Shift_JIS', ['名探偵コナン/1.png'], ['96bc925492e38352836983932f312e706e67']],
  ['Shift_JIS', ['扉.jpg', '奥付.jpg'], ['94e02e6a7067', '899c95742e6a7067']],
  ['Shift_JIS', ['鬼滅の刃/1.png'], ['8b5396c582cc906e2f312e706e67']],
  ['Shift_JIS', ['漫画/1.png'], ['969f89e62f312e706e67']],
  ['Shift_JIS', ['第２巻/０１.jpg'], ['91e682518aaa2f824f82502e6a7067']],
  ['Shift_JIS', ['カバー.jpg'], ['834a836f815b2e6a7067']],
  ['Shift_JIS', ['上巻/1.jpg'], ['8fe38aaa2f312e6a7067']],
  ['Shift_JIS', ['キャラ紹介.png'], ['834c838383898fd089ee2e706e67']],
  ['Shift_JIS', ['銀魂/1.png'], ['8be28db02f312e706e67']],
  ['Shift_JIS', ['火の鳥/1.png'], ['89ce82cc92b92f312e706e67']],
  ['CP437', ['Zürich été.png'], ['5a8172696368208274822e706e67']],
  ['CP437', ['Astérix/01.jpg'], ['417374827269782f30312e6a7067']],
  ['CP437', ['Größe/1.jpg'], ['477294e1652f312e6a7067']],
  ['CP437', ["Le Château d'If/01.png"], ['4c65204368837465617520642749662f30312e706e67']],
  ['CP437', ['España/ñandú.jpg'], ['45737061a4612fa4616e64a32e6a7067']],
  ['CP437', ['Ära.jpg'], ['8e72612e6a7067']],
  ['CP437', ['Ü.jpg'], ['9a2e6a7067']],
  ['CP437', ['é.png'], ['822e706e67']],
  ['CP437', ['Noël à la plage.jpg'], ['4e6f896c2085206c6120706c6167652e6a7067']],
  ['CP437', ['Über alles/öl.jpg'], ['9a62657220616c6c65732f946c2e6a7067']],
  ['CP437', ['Åsa/Ångström.jpg'], ['8f73612f8f6e67737472946d2e6a7067']],
  ['CP437', ['Mære/1.jpg'], ['4d9172652f312e6a7067']],
  ['CP437', ['café ½.png'], ['6361668220ab2e706e67']],
  ['CP437', ['Pokémon 01.jpg'], ['506f6b826d6f6e2030312e6a7067']],
  [
    'CP437',
    ['Les Légendaires/Épisode 1.jpg'],
    ['4c6573204c8267656e6461697265732f907069736f646520312e6a7067'],
  ],
  [
    'CP437',
    ["L'été où ça a commencé/01.jpg"],
    ['4c27827482206f97208761206120636f6d6d656e63822f30312e6a7067'],
  ],
  ['CP437', ['Señor.jpg'], ['5365a46f722e6a7067']],
  ['CP437', ['Français.jpg'], ['4672616e876169732e6a7067']],
])('decodes names in %s: %j', (_, names, hex) => {
  expect(decodeLegacyNames(hex.map(bytesOf))).toEqual(names);
});

test('decodes UTF-8 next to names in another charset', () => {
  const names = ['第01话.png', 'Zoë.png', 'Том.png'].map((name) => Buffer.from(name));
  expect(decodeLegacyNames([...names, bytesOf('b7e2c3e62e6a7067')])).toEqual([
    '第01话.png',
    'Zoë.png',
    'Том.png',
    '封面.jpg',
  ]);
});

test('decodes names without a plausible charset as CP437', () => {
  expect(decodeLegacyNames([bytesOf('ff80ff')])).toEqual(['\u00a0Ç\u00a0']);
});

test('decodes all syllables of CP949, and throws for invalid bytes', () => {
  expect(decodeCp949(bytesOf('618c63b9e6c6526281418141'))).toBe('a똠방힣b갂갂');
  expect(() => decodeCp949(bytesOf('80'))).toThrow(TypeError);
  expect(() => decodeCp949(bytesOf('81ff'))).toThrow(TypeError);
});

test('detects the charset of many names quickly', () => {
  const name = bytesOf('b5da3031bbb02fb7e2c3e62e6a7067');
  const before = process.threadCpuUsage();
  const names = decodeLegacyNames(Array.from({ length: 20_000 }, () => name));
  expect(names.at(-1)).toBe('第01话/封面.jpg');
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(4000);
});
