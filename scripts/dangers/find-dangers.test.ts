// biome-ignore-all lint/suspicious/noTemplateCurlyInString: samples of source text
import { expect, test } from 'vitest';
import { findDangers } from './find-dangers.ts';
import { rules } from './rules.ts';

/** Samples by rule: code that the rule reports, and similar code that it accepts. */
const samples: Record<string, { found: string[]; passed: string[] }> = {
  code: {
    found: ['eval(text)', 'new Function(text)', "import vm from 'node:vm'", "setTimeout('run()', 1)"],
    passed: ['evaluate(text)', 'setTimeout(run, 1)', "import type vm from 'node:vm'"],
  },
  module: { found: ['import(name)', 'require(`./${name}`)'], passed: ["import('./words.ts')"] },
  process: { found: ["import { exec } from 'child_process'"], passed: ["import { fork } from './fork.ts'"] },
  shell: {
    found: ['execSync(line)', 'spawn(a, b, { shell: true })'],
    passed: ['spawn(a, b, { shell: false })'],
  },
  sql: {
    found: ['sql.raw(order)', 'sql`a ${sql.lit(name)}`', 'pool.query(`select ${name}`)', 'sqlite.exec(text)'],
    passed: [
      "sql.raw('asc')",
      'sql`select ${name}`',
      'sql.ref(column)',
      "const statement = 'vacuum'; sqlite.exec(statement)",
      "pool.query('select ' + 'now()')",
    ],
  },
  markup: {
    found: [
      'box.innerHTML = text',
      'box.insertAdjacentHTML(at, text)',
      'a = <i dangerouslySetInnerHTML={x} />',
    ],
    passed: ["box.innerHTML = ''", 'box.textContent = text', 'a = <i title={x} />'],
  },
  navigation: {
    found: ['location.assign(url)', 'link.href = url', 'answer({ Location: url })', 'window.open(url)'],
    passed: ["location.assign('/')", "link.href = '/a'", 'place({ location: url })', 'text.replace(a, b)'],
  },
  outward: {
    found: ["import { request } from 'node:https'", 'fetch(url)', 'new WebSocket(url)'],
    passed: [
      "import type { Server } from 'node:http'",
      "import { isIP, type Socket } from 'node:net'",
      'cache.fetch(key)',
    ],
  },
  certificates: {
    found: ['connect({ rejectUnauthorized: isStrict })', "env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'"],
    passed: ['connect({ rejectUnauthorized: true })'],
  },
  'weak hash': { found: ["createHash('md5')", "hash('sha1', text)"], passed: ["createHash('sha256')"] },
  randomness: { found: ['Math.random()'], passed: ['dice.random()', 'randomBytes(16)'] },
  timing: {
    found: ['given === account.passwordHash', 'clientSecret !== wanted', 'a.signature === b'],
    passed: [
      'secret === undefined',
      "typeof password === 'string'",
      'timingSafeEqual(secret, given)',
      'fileHash === a',
    ],
  },
  memory: { found: ['Buffer.allocUnsafe(9)'], passed: ['Buffer.alloc(9)'] },
  'logged secret': {
    found: ['log.info({ password })', 'log.warn({ x: session.accessToken }, "said")'],
    passed: ["log.info('the password is wrong')", 'log.info({ userId })'],
  },
  messages: {
    found: ["parent.postMessage(text, '*')", "addEventListener('message', run)"],
    passed: ['parent.postMessage(text, location.origin)', "addEventListener('click', run)"],
  },
  escaping: {
    found: [`text.replace("'", "''")`, "text.replace('<', '&lt;')", "path.replace('../', '')"],
    passed: [`text.replaceAll("'", "''")`, "text.replace(/</g, '&lt;')", "text.replace(',', '.')"],
  },
  'sharing across origins': {
    found: ["reply.header('Access-Control-Allow-Origin', '*')"],
    passed: ["reply.header('Cache-Control', 'no-store')"],
  },
};

test('every rule has samples', () => {
  expect(Object.keys(samples).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

test.each(Object.entries(samples))('%s', (rule, { found, passed }) => {
  const rulesOf = (text: string) => findDangers('some.tsx', text).map((one) => one.rule);
  for (const text of found) expect([text, rulesOf(text)]).toEqual([text, expect.arrayContaining([rule])]);
  for (const text of passed) expect([text, rulesOf(text)]).toEqual([text, []]);
});

test('characters that make a line read otherwise than it runs are found, with their line', () => {
  const text = "const a = 1;\nconst isAdmin = '\u202e'; // \u200b";
  expect(findDangers('some.ts', text).map(({ rule, line, text: shown }) => [rule, line, shown])).toEqual([
    ['misleading characters', 2, 'U+202e'],
    ['misleading characters', 2, 'U+200b'],
  ]);
});
