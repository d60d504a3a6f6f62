import { parseCondition } from '@lectern/contract/conditions/conditions';
import { type ConditionTarget, conditionFields, operators } from '@lectern/contract/conditions/fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '#infrastructure/access/viewer.ts';
import { type Item, isMet, type Json } from '../../../test/conditions/evaluate.ts';
import { readFacts } from '../../../test/conditions/facts.ts';
import { createRandom, makeCondition, makeOperator, type Source } from '../../../test/conditions/random.ts';
import { makeWorld, type World } from '../../../test/conditions/world.ts';
import { openListings } from '../../../test/harness/database-server/listings.ts';
import { isWholeRun } from '../../../test/harness/run/whole-run.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../test/harness/sign-in.ts';
import { countListing } from '../lists/count.ts';
import { readIds, readPage } from '../lists/page.ts';

const targets = ['series', 'books'] as const satisfies readonly ConditionTarget[];
const seed = Number(process.env.TEST_SEED ?? 20_261_121);
const randomConditions = isWholeRun ? 2_000 : 400;
const randomLists = isWholeRun ? 300 : 100;

onBothDatabases(
  'conditions',
  (server) => {
    let world: World;
    let reader: SignedIn;
    let items: Record<ConditionTarget, Item[]>;

    beforeAll(async () => {
      reader = await signIn(server(), { role: 'maintainer' });
      world = await makeWorld(server(), reader);
      items = await readFacts(world.database, reader.userId);
    }, 60_000);
    afterAll(() => world.close());

    const listIds = async (target: ConditionTarget, condition: unknown): Promise<string[]> => {
      const body = { condition, includeDeleted: true };
      const path = `/api/v1/${target}/list?pageSize=500`;
      const answer = await reader.post<{ data: { id: string }[]; total: number }>(path, body);
      expect([JSON.stringify(condition), answer.status]).toEqual([JSON.stringify(condition), 200]);
      expect(answer.body.total).toBe(answer.body.data.length);
      return answer.body.data.map(({ id }) => id).sort();
    };
    const evaluate = (target: ConditionTarget, condition: Json, nowMs: number) =>
      items[target]
        .filter((item) => isMet(condition, item, { ...conditionFields[target] }, nowMs))
        .map(({ id }) => id)
        .sort();
    const toSource = (target: ConditionTarget, from: number): Source => ({
      items: items[target],
      families: conditionFields[target],
      random: createRandom(from),
      nowMs: Date.now(),
    });

    for (const target of targets) {
      for (const [field, family] of Object.entries(conditionFields[target])) {
        test(`${target}: ${field} with each operator`, async () => {
          const source = toSource(target, seed + field.length);
          let divided = 0;
          for (const operator of Object.keys(operators[family])) {
            for (let attempt = 0; attempt < 4; attempt++) {
              const condition = { [field]: makeOperator(source, field, operator) };
              const expected = evaluate(target, condition, Date.now());
              const found = await listIds(target, condition);
              expect([JSON.stringify(condition), found]).toEqual([JSON.stringify(condition), expected]);
              if (found.length > 0 && found.length < items[target].length) divided++;
            }
          }
          // Ensures that the library has both matches and non-matches for the field.
          expect(divided).toBeGreaterThan(1);
        });
      }
    }

    test(`${randomConditions} random conditions return the expected rows (seed ${seed})`, async () => {
      for (const [t, target] of targets.entries()) {
        const source = toSource(target, seed + t);
        for (let i = 0; i < randomConditions / targets.length; i++) {
          const condition = makeCondition(source, 1 + (i % 6));
          const found = await listIds(target, condition);
          const expected = evaluate(target, condition, Date.now());
          expect([JSON.stringify(condition), found]).toEqual([JSON.stringify(condition), expected]);
        }
      }
    }, 120_000);

    /** Sorts with an index, and one without. */
    const sorts = {
      books: ['', 'title,desc', 'dateAdded', 'releaseDate', 'lastRead'],
      series: ['', 'year', 'lastRead'],
    };

    test('excluding deleted rows gives the same rows in the same order, for any page size', async () => {
      for (const [t, target] of targets.entries()) {
        const source = toSource(target, seed + 100 + t);
        let divided = 0;
        for (let i = 0; i < randomLists; i++) {
          const condition = makeCondition(source, 1 + (i % 3));
          const sort = sorts[target][i % sorts[target].length];
          const list = async (page: number, pageSize: number) => {
            const query = `page=${page}&pageSize=${pageSize}${sort ? `&sort=${sort}` : ''}`;
            const answer = await reader.post<{ data: { id: string }[]; total: number }>(
              `/api/v1/${target}/list?${query}`,
              { condition },
            );
            return { ids: answer.body.data.map(({ id }) => id), total: answer.body.total };
          };
          const whole = await list(1, 500);
          const alive = new Set(
            items[target].filter(({ values }) => values.deleted !== true).map(({ id }) => id),
          );
          const expected = evaluate(target, condition, Date.now()).filter((id) => alive.has(id));
          const shown = [JSON.stringify(condition), sort];
          expect([...shown, [...whole.ids].sort()]).toEqual([...shown, expected]);
          expect([...shown, whole.total]).toEqual([...shown, expected.length]);
          if (expected.length < 4) continue;
          const pageSize = 1 + (i % 3);
          const last = Math.ceil(expected.length / pageSize);
          for (const page of new Set([1, 2, last])) {
            const from = (page - 1) * pageSize;
            const { ids } = await list(page, pageSize);
            expect([...shown, page, ids]).toEqual([...shown, page, whole.ids.slice(from, from + pageSize)]);
          }
          divided++;
        }
        expect(divided).toBeGreaterThan(randomLists / 3);
      }
    }, 120_000);

    test.each([
      [{}, ''],
      [{ allOf: [], anyOf: [] }, ''],
      [{ allOf: {} }, 'allOf'],
      [{ nonsense: { operator: 'is', value: 'x' } }, 'nonsense'],
      [
        { allOf: [{ title: { operator: 'is', value: 'x' } }, { title: { operator: 'like', value: 'x' } }] },
        'allOf.1.title.operator',
      ],
      [{ not: { title: { operator: 'is', value: 5 } } }, 'not.title.value'],
      [{ title: { operator: 'is' } }, 'title.value'],
      [{ title: { operator: 'is', value: 'x', extra: 1 } }, 'title.extra'],
      [{ title: { operator: 'in', values: 'x' } }, 'title.values'],
      [{ title: { operator: 'in', values: ['x', 1] } }, 'title.values.1'],
      [{ libraryId: { operator: 'is', value: 'no uuid' } }, 'libraryId.value'],
      [{ year: { operator: 'gt', value: '1990' } }, 'year.value'],
      [{ year: { operator: 'between' } }, 'year'],
      [{ dateAdded: { operator: 'after', value: '2026-02-31' } }, 'dateAdded.value'],
      [{ dateAdded: { operator: 'inTheLast', value: 'a month' } }, 'dateAdded.value'],
      [{ dateAdded: { operator: 'inTheLast', value: 'P' } }, 'dateAdded.value'],
      [{ deleted: { operator: 'isTrue', value: true } }, 'deleted.value'],
      [{ title: 'x' }, 'title'],
      ['text', ''],
      [[], ''],
      [{ __proto__: null, constructor: { operator: 'is', value: 'x' } }, 'constructor'],
    ])('rejects %j with the location of the error', async (condition, path) => {
      for (const target of targets) {
        const { status, body } = await reader.post<{
          error: string;
          details: { issues: { path: string }[] };
        }>(`/api/v1/${target}/list`, { condition });
        expect(status).toBe(400);
        expect(body.error).toBe('validation_failed');
        const place = ['body', 'condition', path].filter((part) => part !== '').join('.');
        expect(body.details.issues.map((issue) => issue.path)).toContain(place);
      }
    });

    test('limits a condition to ten levels and two hundred parts', async () => {
      const nest = (depth: number): Json => (depth === 1 ? { allOf: [] } : { not: nest(depth - 1) });
      const wide = (parts: number): Json => ({ anyOf: Array.from({ length: parts }, () => ({ allOf: [] })) });
      const statusOf = async (condition: Json) =>
        (await reader.post('/api/v1/books/list', { condition })).status;
      expect(await statusOf(nest(10))).toBe(200);
      expect(await statusOf(nest(11))).toBe(400);
      expect(await statusOf(nest(1_000))).toBe(400);
      expect(await statusOf(wide(199))).toBe(200);
      expect(await statusOf(wide(200))).toBe(400);
    });

    test('reports the position when a list has ten thousand values, without running a query', async () => {
      const many = Array.from({ length: 10_000 }, (_, i) => `value ${i}`);
      const issuesOf = async (condition: Json) => {
        const { status, body } = await reader.post<{ details: { issues: { path: string }[] } }>(
          '/api/v1/books/list',
          { condition },
        );
        expect(status).toBe(400);
        return body.details.issues.map(({ path }) => path);
      };
      const condition = { title: { operator: 'in', values: many } };
      expect(await issuesOf(condition)).toEqual(['body.condition.title.values']);
      expect(await issuesOf({ not: { anyOf: [condition] } })).toEqual([
        'body.condition.not.anyOf.0.title.values',
      ]);
      const long = { title: { operator: 'contains', value: '%'.repeat(100_000) } };
      expect(await issuesOf(long)).toEqual(['body.condition.title.value']);
    });

    test.each(['%', '_', '\\', '0%', '%_', "'", '*', '[a]'])(
      'matches %j literally instead of as a pattern',
      async (piece) => {
        let found = 0;
        for (const target of targets) {
          for (const operator of ['contains', 'beginsWith', 'endsWith', 'is', 'doesNotContain']) {
            const condition = { title: { operator, value: piece } };
            const ids = await listIds(target, condition);
            expect([operator, ids]).toEqual([operator, evaluate(target, condition, Date.now())]);
            if (operator === 'contains') found += ids.length;
          }
        }
        expect(found > 0).toBe(['%', '_', '\\', '0%', "'"].includes(piece));
      },
    );

    test('compares numbers and times of any size exactly, or rejects them', async () => {
      const numbers = [1e308, -1e308, 5e-324, 0.1, -0, 2_147_483_648, -2_147_483_649, 2 ** 53, 2 ** 63, 1e21];
      const times = ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z'];
      const spans = ['P1D', 'P99999Y', 'P999999999D', 'PT99999999999S', `P${'9'.repeat(30)}D`];
      const valuesOf = (family: string, operator: string): unknown[] => {
        if (family === 'number') return numbers;
        return operator.endsWith('TheLast') ? spans : times;
      };
      for (const target of targets) {
        for (const [field, family] of Object.entries(conditionFields[target])) {
          if (family !== 'number' && family !== 'date') continue;
          for (const operator of Object.keys(operators[family])) {
            for (const value of valuesOf(family, operator)) {
              const [from, to] = family === 'number' ? ['min', 'max'] : ['start', 'end'];
              const given = operator === 'between' ? { [from]: value, [to]: value } : { value };
              const condition = { [field]: { operator, ...(operator.startsWith('is') ? {} : given) } };
              const { status, body } = await reader.post(`/api/v1/${target}/list?pageSize=1`, { condition });
              const isFine = status === 200 || (family === 'date' && status === 400);
              expect([condition, status, isFine || body]).toEqual([condition, status, true]);
            }
          }
        }
      }
    });

    test('returns the same rows and total with both access paths', async () => {
      const { database } = world;
      const listings = await openListings(database, { ...system, userId: reader.userId });
      for (const [t, target] of targets.entries()) {
        const source = toSource(target, seed + 200 + t);
        let found = 0;
        for (let i = 0; i < 400; i++) {
          const parsed = parseCondition(target, makeCondition(source, 1 + (i % 4)));
          if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
          const list = {
            condition: parsed.condition,
            sort: [
              { field: i % 2 === 0 ? ('title' as const) : ('dateAdded' as const), direction: 'asc' as const },
            ],
            page: { page: 1 + (i % 3), pageSize: 10 },
          };
          const listing = await listings[target](list);
          const all = { limit: 500, offset: 0 };
          const gathered = await readIds(database, listing, all, 'gather');
          const walked = await readIds(database, listing, all, 'walk');
          const shown = JSON.stringify(list);
          expect([shown, walked]).toEqual([shown, gathered]);
          expect([shown, await countListing(database, listing)]).toEqual([shown, gathered.length]);
          const from = (list.page.page - 1) * 10;
          const expected = { ids: gathered.slice(from, from + 10), total: gathered.length };
          expect([shown, await readPage(database, listing)]).toEqual([shown, expected]);
          if (gathered.length > 0) found++;
        }
        expect(found).toBeGreaterThan(100);
      }
    }, 120_000);

    test('an empty allOf matches everything, an empty anyOf nothing, and no condition everything', async () => {
      expect(await listIds('books', { allOf: [] })).toHaveLength(items.books.length);
      expect(await listIds('books', { anyOf: [] })).toHaveLength(0);
      expect(await listIds('books', null)).toHaveLength(items.books.length);
    });

    test('a reader cannot derive hidden folders from conditions', async () => {
      const plain = await signIn(server());
      const find = async (value: string) => {
        const condition = { path: { operator: 'contains', value } };
        return (await plain.post<{ total: number }>('/api/v1/books/list', { condition })).body.total;
      };
      expect(await find('library-')).toBe(0);
      expect(await find('Vol_0')).toBeGreaterThan(0);
    });
  },
  { withTasks: true },
);
