import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dexie, Table } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slimDexie } from './slim-dexie.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, 'node_modules/dexie/dist/modern/dexie.mjs')
const whole = readFileSync(file, 'utf8')

type Row = { id: number; shop: string; at: number; words: string[] }
type Database = Dexie & { rows: Table<Row, number>; notes: Table<{ text: string }, string> }
type DexieClass = new (name: string, options: object) => Database

async function importDexie(text: string): Promise<DexieClass> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-dexie-'))
  try {
    await writeFile(path.join(folder, 'dexie.mjs'), text.replace(/^\/\/# sourceMappingURL=.*$/m, ''))
    const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'dexie.mjs')).href)) as { Dexie: DexieClass }
    return module.Dexie
  } finally {
    await rm(folder, { recursive: true })
  }
}

const classes = Promise.all([importDexie(whole), importDexie(slimDexie(whole))])

const key = fc.integer({ min: 0, max: 12 })
const row: fc.Arbitrary<Row> = fc.record({
  id: key,
  shop: fc.constantFrom('a', 'b'),
  at: fc.integer({ min: 0, max: 5 }),
  words: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
})

type Step = { name: string; run: (db: Database) => PromiseLike<unknown> }

const step: fc.Arbitrary<Step> = fc.oneof(
  row.map((added) => ({ name: `add ${added.id}`, run: (db: Database) => db.rows.add(added) })),
  // Dexie handles fifty rows and more by another path.
  fc.tuple(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 60)).map(([rows, times]) => ({
    name: `bulkPut ${rows.length * times}`,
    run: (db: Database) => db.rows.bulkPut(Array.from({ length: times }, () => rows).flat()),
  })),
  fc.array(key, { maxLength: 4 }).map((keys) => ({ name: `bulkDelete ${keys.join()}`, run: (db: Database) => db.rows.bulkDelete(keys) })),
  fc.tuple(key, key).map(([id, at]) => ({ name: `update ${id}`, run: (db: Database) => db.rows.update(id, { at }) })),
  fc.tuple(key, key).map(([from, at]) => ({ name: `modify from ${from}`, run: (db: Database) => db.rows.where('id').aboveOrEqual(from).modify({ at }) })),
  fc.tuple(key, key).map(([low, high]) => ({ name: `delete ${low}..${high}`, run: (db: Database) => db.rows.where('at').between(low, high).delete() })),
  fc.constant({ name: 'clear notes', run: (db: Database) => db.notes.clear() }),
  fc.tuple(row, fc.boolean()).map(([kept, fails]) => ({
    name: fails ? 'transaction that fails' : 'transaction',
    run: (db: Database) =>
      db.transaction('rw', db.rows, db.notes, async () => {
        await db.rows.put(kept)
        await db.notes.put({ text: kept.shop }, kept.shop)
        if (fails) throw new Error('as meant')
        return db.rows.count()
      }),
  })),
)

async function readAll(db: Database): Promise<unknown> {
  return db.transaction('r', db.rows, db.notes, async () => [
    await db.rows.toArray(),
    await db.notes.toCollection().keys(),
    await db.rows.bulkGet([0, 3, 7]),
    await db.rows.where('[shop+at]').between(['a', 1], ['a', 4]).primaryKeys(),
    await db.rows.where('words').equals('red').reverse().limit(3).toArray(),
    await db.rows
      .orderBy('at')
      .filter(({ shop }) => shop === 'b')
      .first(),
    await db.rows.where('shop').anyOf('a', 'b').count(),
  ])
}

async function runSteps(DexieOfThis: DexieClass, steps: readonly Step[]): Promise<unknown[]> {
  const db = new DexieOfThis('shop', { indexedDB: new IDBFactory(), IDBKeyRange })
  db.version(1).stores({ rows: 'id, at, shop, *words, [shop+at]', notes: '' })
  const outcomes: unknown[] = []
  for (const { run } of steps) {
    const outcome = await run(db).then(
      (value) => value ?? 'done',
      (error: unknown) => (error instanceof Error ? error.name : 'thrown'),
    )
    outcomes.push(outcome, await readAll(db))
  }
  db.close()
  return outcomes
}

it('does with a database what the whole Dexie does', async () => {
  const [wholeDexie, slim] = await classes
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      expect(await runSteps(slim, steps)).toEqual(await runSteps(wholeDexie, steps))
    }),
    { numRuns: 25 },
  )
})

it('opens a database again in a later version, with what was in it', async () => {
  const [, SlimDexie] = await classes
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const first = new SlimDexie('shop', options)
  first.version(1).stores({ rows: 'id' })
  await first.rows.bulkAdd([{ id: 1, shop: 'a', at: 2, words: [] }])
  const other = new SlimDexie('shop', options)
  other.version(2).stores({ rows: 'id, at' })
  // The older connection yields, as the app needs between two tabs.
  expect(await other.rows.where('at').equals(2).primaryKeys()).toEqual([1])
  expect(first.isOpen()).toBe(false)
  other.close()
})

it('books no write for who might watch, and keeps no channel to other tabs', () => {
  const slim = slimDexie(whole)
  expect(whole).toContain('new BroadcastChannel(')
  expect(slim).not.toContain('new BroadcastChannel(')
  expect(slim.match(/this\.use\(\w+\)/g)).toEqual(['cacheExistingValues', 'virtualIndex', 'hooks'].map((name) => `this.use(${name}Middleware)`))
  expect(slim).not.toContain("fire(idbtrans['mutatedParts'])")
  // After a return from the back/forward cache, the app reopens its databases.
  expect(slim).toContain("addEventListener('pagehide'")
})

it('the app asks for nothing that is left out', () => {
  const sources = readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(root, 'web', name), 'utf8'))
  const imports = sources.flatMap((text) => [...text.matchAll(/^import (?!type)\{([^}]*)\} from 'dexie'$/gm)].map(([, names = '']) => names))
  expect(imports.length).toBeGreaterThan(5)
  const values = imports.flatMap((names) => names.split(',').map((name) => name.trim())).filter((name) => !name.startsWith('type '))
  expect(new Set(values)).toEqual(new Set(['Dexie']))
  for (const text of sources) expect(text).not.toMatch(/\bDexie\.(?:on|liveQuery|extendObservabilitySet|cache)\b|\bliveQuery\(/)
})

it('a Dexie that is written in another way stops the build', () => {
  expect(() => slimDexie(whole.replace('this.use(cacheMiddleware);', 'this.add(cacheMiddleware);'))).toThrow('written in another way now')
})
