import 'fake-indexeddb/auto'
import {
  type BulkWriteRow,
  createRxDatabase,
  type EventBulk,
  fillWithDefaultSettings,
  getChangedDocumentsSince,
  type MangoQuery,
  normalizeMangoQuery,
  prepareQuery,
  type RxCollection,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { Dexie } from 'dexie'
import type { PackedInternals } from './packed-instance.ts'
import { hashText } from './packed-segment.ts'
import { getRxStoragePacked } from './packed-storage.ts'
import { smallestPackedSizes } from '../../testing/packed-sizes.ts'
import { defaultPackedSizes } from './store-sizes.ts'

type Part = { id: string; name: string; count: number; nested?: { depth: number }; tags?: string[] }
type Doc = RxDocumentData<Part>
type Instance = RxStorageInstance<Part, PackedInternals, object>
type Bulk = EventBulk<{ operation: string; documentId: string; documentData: Doc; previousDocumentData?: Doc | undefined }, unknown>

const context = 'packed-storage.test'

const schema: RxJsonSchema<Doc> = fillWithDefaultSettings({
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 50 },
    name: { type: 'string', maxLength: 50 },
    count: { type: 'number', minimum: 0, maximum: 100_000, multipleOf: 1 },
    nested: { type: 'object', properties: { depth: { type: 'number' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'name', 'count'],
  indexes: ['name', ['count', 'id']],
})

let clock = 1_700_000_000_000
const revisionOf = (height: number): string => `${height}-${v7()}`

const made = (id: string, more: Partial<Doc> = {}): Doc => ({
  id,
  name: `Name ${id}`,
  count: 1,
  _deleted: false,
  _attachments: {},
  _meta: { lwt: ++clock },
  _rev: revisionOf(1),
  ...more,
})

const after = (previous: Doc, more: Partial<Doc> = {}): Doc => ({
  ...previous,
  _meta: { lwt: ++clock },
  _rev: revisionOf(Number(previous._rev.split('-')[0]) + 1),
  ...more,
})

const many = (count: number, more: (index: number) => Partial<Doc> = () => ({})): Doc[] =>
  Array.from({ length: count }, (_, index) => made(`d${String(index).padStart(4, '0')}`, { count: index, ...more(index) }))

const query = ({ selector = {}, sort = [{ id: 'asc' }], ...rest }: MangoQuery<Part>) =>
  prepareQuery<Part>(schema, normalizeMangoQuery(schema, { ...rest, sort, selector: { ...selector, _deleted: { $eq: false } } as never }))
const withDeleted = (selector: object = {}) => prepareQuery<Part>(schema, { selector: selector, sort: [{ id: 'asc' }], skip: 0 })

/** RxDB's contract for a storage, once with rows in the overlay and once with almost all in segments. */
describe.each([
  ['sizes as the app has them', defaultPackedSizes],
  ['the smallest sizes, so that rows lie in segments', smallestPackedSizes],
])('the packed storage, with %s', (_, sizes) => {
  const open = new Set<Instance>()
  afterEach(async () => {
    for (const instance of open) await instance.close()
    open.clear()
  })

  type Opening = { database?: string; collection?: string; token?: string; ofSchema?: RxJsonSchema<Doc> }
  const openInstance = async ({ database = v7(), collection = 'parts', token = v7(), ofSchema = schema }: Opening = {}) => {
    const instance = await getRxStoragePacked({ version: 1, sizes }).createStorageInstance<Part>({
      databaseInstanceToken: token,
      databaseName: database,
      collectionName: collection,
      schema: ofSchema,
      options: {},
      multiInstance: false,
      devMode: false,
    })
    open.add(instance)
    return instance
  }

  const write = async (instance: Instance, rows: BulkWriteRow<Part>[]) => (await instance.bulkWrite(rows, context)).error
  const insert = async (instance: Instance, ...documents: Doc[]): Promise<void> => {
    expect(
      await write(
        instance,
        documents.map((document) => ({ document })),
      ),
    ).toEqual([])
  }
  const replace = async (instance: Instance, previous: Doc, document: Doc): Promise<void> => {
    expect(await write(instance, [{ previous, document }])).toEqual([])
  }
  const idsOf = async (instance: Instance, given: MangoQuery<Part>): Promise<string[]> => (await instance.query(query(given))).documents.map(({ id }) => id)
  const collect = (instance: Instance): Bulk[] => {
    const bulks: Bulk[] = []
    instance.changeStream().subscribe((bulk) => void bulks.push(bulk))
    return bulks
  }
  /** Rows that share a segment with the one under test. */
  const neighbours = () => many(6).map((document) => ({ ...document, id: `n-${document.id}` }))

  describe('writing', () => {
    it('stores a document as it was given', async () => {
      const instance = await openInstance()
      const document = made('one', { nested: { depth: 3 }, tags: ['a', 'ü', '😀'] })
      await insert(instance, document, ...neighbours())
      expect(await instance.findDocumentsById(['one'], false)).toEqual([document])
    })

    it('refuses a second insert of the same key, and answers what is stored', async () => {
      const instance = await openInstance()
      const [first, second] = [made('one', { name: 'first' }), made('one', { name: 'second' })]
      await insert(instance, first, ...neighbours())
      const errors = await write(instance, [{ document: second }])
      expect(errors).toMatchObject([{ status: 409, documentId: 'one', isError: true, writeRow: { document: second } }])
      expect(errors[0]?.status === 409 && errors[0].documentInDb).toEqual(first)
      expect(await instance.findDocumentsById(['one'], true)).toEqual([first])
    })

    it('lets the first of two inserts of the same moment win', async () => {
      const instance = await openInstance()
      const documents = [made('one', { name: 'first' }), made('one', { name: 'second' })]
      const errors = await Promise.all(documents.map((document) => write(instance, [{ document }, ...many(4).map((other) => ({ document: other }))])))
      expect(errors[0]).toEqual([])
      expect(errors[1]?.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
      expect(await instance.findDocumentsById(['one'], true)).toEqual([documents[0]])
    })

    it('stores the others of a bulk where one conflicts', async () => {
      const instance = await openInstance()
      await insert(instance, made('one'), ...neighbours())
      const others = many(9)
      const errors = await write(
        instance,
        [...others, made('one', { name: 'again' })].map((document) => ({ document })),
      )
      expect(errors).toMatchObject([{ status: 409, documentId: 'one' }])
      expect(
        await instance.findDocumentsById(
          others.map(({ id }) => id),
          false,
        ),
      ).toEqual(others)
    })

    it('replaces the revision that it was told of, and no other', async () => {
      const instance = await openInstance()
      const first = made('one')
      await insert(instance, first, ...neighbours())
      const second = after(first, { name: 'second' })
      await replace(instance, first, second)
      const errors = await write(instance, [{ previous: first, document: after(first, { name: 'third' }) }])
      expect(errors).toMatchObject([{ status: 409, documentId: 'one', documentInDb: second }])
      expect(await instance.findDocumentsById(['one'], false)).toEqual([second])
    })

    it('refuses to replace by a document that says nothing of what was there', async () => {
      const instance = await openInstance()
      const first = made('one')
      await insert(instance, first)
      const deleted = after(first, { _deleted: true })
      await replace(instance, first, deleted)
      const errors = await write(instance, [{ document: made('one', { name: 'without previous' }) }])
      expect(errors).toMatchObject([{ status: 409, documentInDb: deleted }])
    })

    it('takes fields away that the new state lacks', async () => {
      const instance = await openInstance()
      const first = made('one', { nested: { depth: 1 } })
      await insert(instance, first, ...neighbours())
      const { nested: _nested, ...without } = after(first)
      await replace(instance, first, without)
      expect((await instance.findDocumentsById(['one'], false))[0]).not.toHaveProperty('nested')
    })

    it('deletes, and lets what was deleted live again', async () => {
      const instance = await openInstance()
      const first = made('one')
      await insert(instance, first, ...neighbours())
      const deleted = after(first, { _deleted: true })
      await replace(instance, first, deleted)
      expect(await instance.findDocumentsById(['one'], false)).toEqual([])
      expect(await instance.findDocumentsById(['one'], true)).toEqual([deleted])
      const again = after(deleted, { _deleted: false, name: 'again' })
      await replace(instance, deleted, again)
      expect(await instance.findDocumentsById(['one'], false)).toEqual([again])
      expect(await idsOf(instance, { selector: { name: 'again' } })).toEqual(['one'])
    })

    it('takes documents that come deleted', async () => {
      const instance = await openInstance()
      await insert(instance, ...many(6, () => ({ _deleted: true })))
      expect(await instance.findDocumentsById(['d0003'], false)).toEqual([])
      expect(await instance.findDocumentsById(['d0003'], true)).toMatchObject([{ id: 'd0003', _deleted: true }])
    })

    it('goes through many states of one document', async () => {
      const instance = await openInstance()
      let document = made('one')
      await insert(instance, document, ...neighbours())
      for (let count = 0; count < 15; count++) {
        const next = after(document, { count, _deleted: count % 4 === 3 })
        await replace(instance, document, next)
        document = next
      }
      expect(await instance.findDocumentsById(['one'], true)).toEqual([document])
    })

    it('takes large bulks', async () => {
      const instance = await openInstance()
      const documents = many(2_500)
      await insert(instance, ...documents)
      expect((await instance.count(query({ selector: {} }))).count).toBe(2_500)
      expect(
        await instance.findDocumentsById(
          documents.map(({ id }) => id),
          false,
        ),
      ).toEqual(documents)
    })

    it('takes an empty bulk', async () => {
      const instance = await openInstance()
      const bulks = collect(instance)
      expect(await write(instance, [])).toEqual([])
      expect(bulks).toEqual([])
    })

    it('keeps one document where a bulk holds its key twice', async () => {
      const instance = await openInstance()
      await write(
        instance,
        [...many(5), ...many(5, () => ({ name: 'later' }))].map((document) => ({ document })),
      )
      const { documents } = await instance.query(query({ selector: {} }))
      expect(documents.map(({ id, name }) => [id, name])).toEqual(many(5).map(({ id }) => [id, 'later']))
    })

    it('does not change what it was given, and gives nothing that a change of it would show in', async () => {
      const instance = await openInstance()
      const document = made('one', { nested: { depth: 1 } })
      const given = structuredClone(document)
      await insert(instance, document, ...neighbours())
      expect(document).toEqual(given)
      // The caller changes its object afterwards: the store must hold a copy.
      Object.assign(document, { name: 'changed outside' })
      expect(await instance.findDocumentsById(['one'], false)).toEqual([given])
    })

    it('keeps keys apart that differ in one letter, in case, or are no English', async () => {
      const instance = await openInstance()
      const keys = ['a', 'A', 'ä', 'aa', 'a/a', 'a a', '0', '-1', '😀', '\u0000', 'key|with|lines', '0'.repeat(40)]
      await insert(instance, ...keys.map((key) => made(key)))
      for (const key of keys) expect((await instance.findDocumentsById([key], false)).map(({ id }) => id)).toEqual([key])
    })

    it('finds each of many keys, though some of their hashes meet', async () => {
      const [one, other] = ['costarring', 'liquid']
      expect(hashText(one)).toBe(hashText(other))
      const instance = await openInstance()
      await insert(instance, made(one, { count: 1 }), ...neighbours())
      expect(await instance.findDocumentsById([other], true)).toEqual([])
      await insert(instance, made(other, { count: 2 }), made('x1'), made('x2'), made('x3'))
      expect((await instance.findDocumentsById([one, other], false)).map(({ count }) => count)).toEqual([1, 2])
    })
  })

  describe('finding by key', () => {
    it('answers what is there of what was asked for, deleted ones only when wanted', async () => {
      const instance = await openInstance()
      const [gone, ...rest] = many(8)
      if (gone === undefined) throw new Error('none')
      await insert(instance, gone, ...rest)
      await replace(instance, gone, after(gone, { _deleted: true }))
      const ids = ['never', ...[gone, ...rest].map(({ id }) => id)]
      expect((await instance.findDocumentsById(ids, false)).map(({ id }) => id)).toEqual(rest.map(({ id }) => id))
      expect(await instance.findDocumentsById(ids, true)).toHaveLength(8)
      expect(await instance.findDocumentsById([], true)).toEqual([])
    })
  })

  describe('queries', () => {
    const stock = () => many(20, (index) => ({ name: index % 2 === 0 ? 'even' : 'odd', nested: { depth: index % 5 }, tags: [`t${index % 3}`] }))

    it('select by operators', async () => {
      const instance = await openInstance()
      await insert(instance, ...stock())
      const count = async (selector: NonNullable<MangoQuery<Part>['selector']>) => (await idsOf(instance, { selector })).length
      expect(await count({})).toBe(20)
      expect(await count({ name: 'even' })).toBe(10)
      expect(await count({ count: { $gt: 4 } })).toBe(15)
      expect(await count({ count: { $gte: 4, $lt: 8 } })).toBe(4)
      expect(await count({ id: { $in: ['d0001', 'd0005', 'never'] } })).toBe(2)
      expect(await count({ id: { $nin: ['d0001', 'd0005', 'never'] } })).toBe(18)
      expect(await count({ name: { $ne: 'even' } })).toBe(10)
      expect(await count({ 'nested.depth': 2 })).toBe(4)
      expect(await count({ tags: { $elemMatch: { $eq: 't1' } } })).toBe(7)
      expect(await count({ $or: [{ count: 1 }, { count: 2 }] })).toBe(2)
      expect(await count({ $and: [{ name: 'odd' }, { count: { $lt: 4 } }] })).toBe(2)
      expect(await count({ name: { $regex: '^e' } })).toBe(10)
      expect(await count({ nested: { $exists: false } })).toBe(0)
      expect((await instance.count(query({ selector: { name: 'odd' } }))).count).toBe(10)
    })

    it('sort in the order that was asked for, skip and limit', async () => {
      const instance = await openInstance()
      await insert(instance, ...stock().toReversed())
      expect((await idsOf(instance, { selector: {}, sort: [{ count: 'desc' }], limit: 3 })).join()).toBe('d0019,d0018,d0017')
      expect((await idsOf(instance, { selector: {}, sort: [{ count: 'asc' }], skip: 18 })).join()).toBe('d0018,d0019')
      expect((await idsOf(instance, { selector: {}, sort: [{ name: 'desc' }, { count: 'asc' }], skip: 1, limit: 2 })).join()).toBe('d0003,d0005')
      expect(await idsOf(instance, { selector: {}, skip: 20 })).toEqual([])
      expect(await idsOf(instance, { selector: {}, limit: 100 })).toHaveLength(20)
    })

    it('show the newest state of each, and deleted ones only when asked for', async () => {
      const instance = await openInstance()
      const [first, second, ...rest] = stock()
      if (first === undefined || second === undefined) throw new Error('none')
      await insert(instance, first, second, ...rest)
      await replace(instance, first, after(first, { count: 500 }))
      await replace(instance, second, after(second, { _deleted: true }))
      expect(await idsOf(instance, { selector: { count: 0 } })).toEqual([])
      expect(await idsOf(instance, { selector: { count: 500 } })).toEqual([first.id])
      expect(await idsOf(instance, { selector: {} })).not.toContain(second.id)
      const all = withDeleted()
      expect((await instance.query(all)).documents.map(({ id }) => id)).toEqual(stock().map(({ id }) => id))
      const gone = withDeleted({ _deleted: { $eq: true } })
      expect((await instance.query(gone)).documents.map(({ id }) => id)).toEqual([second.id])
    })

    it('show each document once while others delete, purge and put rows in order', async () => {
      const database = v7()
      const [reader, writer] = [await openInstance({ database }), await openInstance({ database })]
      const documents = many(24)
      await insert(writer, ...documents)
      const all = withDeleted()
      const deleting = (async () => {
        for (const document of documents.slice(0, 12)) await replace(writer, document, after(document, { _deleted: true }))
      })()
      let isOver = false
      void deleting.then(() => (isOver = true))
      while (!isOver) {
        const ids = (await reader.query(all)).documents.map(({ id }) => id)
        expect(ids).toEqual(documents.map(({ id }) => id))
      }
      await deleting
    })

    it('give what changed since a checkpoint, deleted ones too, in the order of writing', async () => {
      const instance = await openInstance()
      const documents = many(10)
      await insert(instance, ...documents)
      const [first] = documents
      if (first === undefined) throw new Error('none')
      const start = await getChangedDocumentsSince(instance, 100)
      expect(start.documents.map(({ id }) => id)).toEqual(documents.map(({ id }) => id))
      await replace(instance, first, after(first, { _deleted: true }))
      const next = await getChangedDocumentsSince(instance, 100, start.checkpoint as never)
      expect(next.documents).toMatchObject([{ id: first.id, _deleted: true }])
      const half = await getChangedDocumentsSince(instance, 4)
      const rest = await getChangedDocumentsSince(instance, 100, half.checkpoint as never)
      expect([...half.documents, ...rest.documents].map(({ id }) => id)).toEqual([...documents.slice(1), first].map(({ id }) => id))
    })
  })

  describe('the change stream', () => {
    it('tells of an insert, a change, a deletion and a life after it', async () => {
      const instance = await openInstance()
      const bulks = collect(instance)
      const first = made('one')
      const changed = after(first, { name: 'changed' })
      const deleted = after(changed, { _deleted: true })
      const again = after(deleted, { _deleted: false })
      await insert(instance, first)
      await replace(instance, first, changed)
      await replace(instance, changed, deleted)
      await replace(instance, deleted, again)
      const events = bulks.flatMap((bulk) => bulk.events)
      expect(events.map(({ operation }) => operation)).toEqual(['INSERT', 'UPDATE', 'DELETE', 'INSERT'])
      expect(events.map(({ documentId }) => documentId)).toEqual(['one', 'one', 'one', 'one'])
      expect(events[0]?.documentData).toEqual(first)
      expect(events[1]).toMatchObject({ documentData: changed, previousDocumentData: first })
      expect(events[2]).toMatchObject({ previousDocumentData: changed })
    })

    it('tells once of each bulk, under an id of its own, with a checkpoint and its context', async () => {
      const instance = await openInstance()
      const bulks = collect(instance)
      for (let from = 0; from < 30; from += 10) await insert(instance, ...many(30).slice(from, from + 10))
      expect(bulks.map(({ events }) => events.length)).toEqual([10, 10, 10])
      expect(new Set(bulks.map(({ id }) => id)).size).toBe(3)
      expect(bulks.map((bulk) => bulk.context)).toEqual([context, context, context])
      expect(bulks.at(-1)?.checkpoint).toMatchObject({ id: 'd0029', lwt: expect.any(Number) })
    })

    it('keeps silent of conflicts and of documents that come deleted', async () => {
      const instance = await openInstance()
      const bulks = collect(instance)
      const first = made('one')
      await insert(instance, first)
      await write(instance, [{ document: made('one') }])
      await insert(instance, made('gone', { _deleted: true }))
      expect(bulks).toHaveLength(1)
    })

    it('has stored what it tells of', async () => {
      const instance = await openInstance()
      const found: Promise<Doc[]>[] = []
      instance.changeStream().subscribe(({ events }) => events.forEach(({ documentId }) => found.push(instance.findDocumentsById([documentId], true))))
      const documents = many(5)
      await insert(instance, ...documents)
      expect((await Promise.all(found)).flat()).toEqual(documents)
    })
  })

  describe('several instances', () => {
    it('see what the other wrote, without being told', async () => {
      const database = v7()
      const [one, other] = [await openInstance({ database }), await openInstance({ database })]
      let document = made('one')
      await insert(one, document, ...neighbours())
      for (const [index, writer] of [other, one, other, one].entries()) {
        const reader = writer === one ? other : one
        const next = after(document, { count: index + 10 })
        await replace(writer, document, next)
        expect(await reader.findDocumentsById(['one'], false)).toEqual([next])
        expect(await idsOf(reader, { selector: { count: index + 10 } })).toEqual(['one'])
        const errors = await write(reader, [{ previous: document, document: after(document) }])
        expect(errors).toMatchObject([{ status: 409, documentInDb: next }])
        document = next
      }
    })

    it('see each other’s segments', async () => {
      const database = v7()
      const [one, other] = [await openInstance({ database }), await openInstance({ database })]
      expect(await idsOf(other, { selector: {} })).toEqual([])
      await insert(one, ...many(300))
      expect(await idsOf(other, { selector: {} })).toHaveLength(300)
      expect(await other.findDocumentsById(['d0123'], false)).toHaveLength(1)
    })

    it('keep collections apart that hold the same keys', async () => {
      const database = v7()
      const token = v7()
      const opening = { database, token }
      const [parts, tools] = [await openInstance(opening), await openInstance({ ...opening, collection: 'parts-1' })]
      const newer = await openInstance({ ...opening, ofSchema: { ...schema, version: 1 } })
      for (const [index, instance] of [parts, tools, newer].entries()) await insert(instance, ...many(5 + index, () => ({ name: `${index}` })))
      for (const [index, instance] of [parts, tools, newer].entries()) {
        expect(await idsOf(instance, { selector: {} })).toHaveLength(5 + index)
        expect(await instance.findDocumentsById(['d0002'], false)).toMatchObject([{ name: `${index}` }])
      }
      await tools.remove()
      open.delete(tools)
      expect(await idsOf(parts, { selector: {} })).toHaveLength(5)
      expect(await idsOf(newer, { selector: {} })).toHaveLength(7)
    })

    it('open many on one database', async () => {
      const database = v7()
      const instances = await Promise.all(Array.from({ length: 20 }, (__, index) => openInstance({ database, collection: `c${index}` })))
      await Promise.all(instances.map((instance) => insert(instance, ...many(4))))
      for (const instance of instances) expect(await idsOf(instance, { selector: {} })).toHaveLength(4)
    })
  })

  describe('cleanup', () => {
    it('takes deleted documents away whose time is over, and nothing else', async () => {
      const instance = await openInstance()
      const documents = many(12, () => ({ _meta: { lwt: Date.now() - 60_000 } }))
      await insert(instance, ...documents)
      const [old, fresh] = documents
      if (old === undefined || fresh === undefined) throw new Error('none')
      await replace(instance, old, after(old, { _deleted: true, _meta: { lwt: Date.now() - 50_000 } }))
      await replace(instance, fresh, after(fresh, { _deleted: true, _meta: { lwt: Date.now() } }))
      expect(await instance.cleanup(100_000)).toBe(true)
      expect(await instance.findDocumentsById([old.id], true)).toHaveLength(1)
      expect(await instance.cleanup(10_000)).toBe(true)
      expect(await instance.findDocumentsById([old.id, fresh.id], true)).toMatchObject([{ id: fresh.id, _deleted: true }])
      expect(await idsOf(instance, { selector: {} })).toEqual(documents.slice(2).map(({ id }) => id))
      expect(await instance.cleanup(0)).toBe(true)
      expect(await instance.findDocumentsById([fresh.id], true)).toEqual([])
      await insert(instance, made(old.id, { name: 'anew' }))
      expect(await instance.findDocumentsById([old.id], false)).toMatchObject([{ name: 'anew' }])
    })

    it('leaves no trace on the disk of what it took away', async () => {
      const database = v7()
      const instance = await openInstance({ database })
      const secret = made('secret', { name: 'a name that nobody may keep' })
      await insert(instance, secret, ...neighbours())
      await replace(instance, secret, after(secret, { _deleted: true, _meta: { lwt: 1 } }))
      await instance.cleanup(0)
      const { segments, heads, overlay } = instance.internals.store.tables
      const rest = JSON.stringify([await segments.toArray(), await heads.toArray(), await overlay.toArray()])
      expect(rest).not.toContain(secret.name)
      expect(rest).not.toContain('secret')
      expect(await idsOf(instance, { selector: {} })).toHaveLength(6)
    })
  })

  describe('ends', () => {
    it('finds everything again when it is opened anew', async () => {
      const database = v7()
      const documents = many(14)
      const [changed, deleted] = documents
      if (changed === undefined || deleted === undefined) throw new Error('none')
      const first = await openInstance({ database })
      await insert(first, ...documents)
      await replace(first, changed, after(changed, { name: 'changed' }))
      await replace(first, deleted, after(deleted, { _deleted: true }))
      await first.close()
      const queried = await openInstance({ database })
      // Must be the first query.
      const { documents: found } = await queried.query(query({ selector: {} }))
      expect(found.map(({ id }) => id)).toEqual(documents.filter(({ id }) => id !== deleted.id).map(({ id }) => id))
      await queried.close()
      const again = await openInstance({ database })
      expect(await again.findDocumentsById([changed.id, deleted.id], true)).toMatchObject([{ name: 'changed' }, { _deleted: true }])
      expect(await write(again, [{ document: made('d0007') }])).toMatchObject([{ status: 409 }])
    })

    it('removes what it held, and begins empty', async () => {
      const database = v7()
      const first = await openInstance({ database })
      await insert(first, ...many(12))
      await first.remove()
      const again = await openInstance({ database })
      expect(await idsOf(again, { selector: {} })).toEqual([])
      await insert(again, ...many(3))
      expect(await idsOf(again, { selector: {} })).toHaveLength(3)
    })

    it('holds nothing of before when another emptied the database under it', async () => {
      const database = v7()
      const [one, other] = [await openInstance({ database }), await openInstance({ database })]
      await insert(one, ...many(12))
      expect(await idsOf(other, { selector: {} })).toHaveLength(12)
      const raw = await new Dexie(database).open()
      await raw.transaction('rw', raw.tables, () => Promise.all(raw.tables.map((table) => table.clear())))
      raw.close()
      expect(await idsOf(one, { selector: {} })).toEqual([])
      const others = many(12, (index) => ({ name: `new ${index}` }))
      await insert(one, ...others)
      expect(await other.findDocumentsById(['d0003', 'd0011'], false)).toEqual([others[3], others[11]])
      expect((await other.query(query({ selector: {} }))).documents).toEqual(others)
    })

    it('may be closed twice, and refuses to work afterwards', async () => {
      const instance = await openInstance()
      await insert(instance, made('one'))
      const told = new Promise<void>((resolve) => void instance.changeStream().subscribe({ complete: resolve }))
      await Promise.all([instance.close(), instance.close()])
      await instance.close()
      await told
      await expect(write(instance, [{ document: made('two') }])).rejects.toThrow('is closed')
      await expect(instance.findDocumentsById(['one'], false)).rejects.toThrow('is closed')
      await expect(instance.query(query({ selector: {} }))).rejects.toThrow('is closed')
      await expect(instance.count(query({ selector: {} }))).rejects.toThrow('is closed')
      await expect(instance.cleanup(0)).rejects.toThrow('is closed')
      await expect(instance.remove()).rejects.toThrow('is closed')
    })

    it('closes one collection of a database, and the others go on', async () => {
      const opening = { database: v7(), token: v7() }
      const [one, other] = [await openInstance(opening), await openInstance({ ...opening, collection: 'others' })]
      await one.close()
      await insert(other, ...many(4))
      expect(await idsOf(other, { selector: {} })).toHaveLength(4)
    })

    it('refuses schemas that need a wrapper', async () => {
      await expect(openInstance({ ofSchema: { ...schema, keyCompression: true } })).rejects.toThrow('UT5')
      await expect(openInstance({ ofSchema: { ...schema, encrypted: ['name'] } })).rejects.toThrow('UT6')
    })
  })

  it('carries a database of RxDB: documents, live queries, a removal', async () => {
    const storage = getRxStoragePacked({ version: 1, sizes })
    const name = v7()
    const openDatabase = async () => {
      const database = await createRxDatabase<{ parts: never }>({ name, storage, multiInstance: false, allowSlowCount: true })
      const added = await database.addCollections({ parts: { schema: { ...schema } } })
      return { database, parts: (added as unknown as Record<'parts', RxCollection<Part>>).parts }
    }
    const { database, parts } = await openDatabase()
    const seen: number[] = []
    const subscription = parts.find({ selector: { count: { $gte: 5 } } }).$.subscribe((found) => void seen.push(found.length))
    await parts.bulkInsert(Array.from({ length: 10 }, (__, index) => ({ id: `d${index}`, name: 'one', count: index })))
    await expect.poll(() => seen.at(-1)).toBe(5)
    const document = await parts.findOne('d3').exec(true)
    await document.incrementalPatch({ count: 50 })
    await expect.poll(() => seen.at(-1)).toBe(6)
    await (await parts.findOne('d9').exec(true)).remove()
    await expect.poll(() => seen.at(-1)).toBe(5)
    expect(await parts.upsert({ id: 'd9', name: 'again', count: 9 })).toMatchObject({ id: 'd9' })
    subscription.unsubscribe()
    await database.close()
    const again = await openDatabase()
    expect((await again.parts.find().exec()).map(({ id }) => id)).toHaveLength(10)
    expect(await again.parts.count().exec()).toBe(10)
    await again.parts.remove()
    await again.database.close()
    const anew = await openDatabase()
    expect(await anew.parts.find().exec()).toEqual([])
    await anew.database.remove()
  })
})
