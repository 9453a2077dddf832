import fc from 'fast-check'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { RowKey } from '../../rows/rows.ts'
import { originOf, textToUnsentFile, type UnsentFile, unsentFileName, unsentFileToText } from './unsent-file.ts'

const userId = v7()
const shopId = v7()

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
const id = fc.uuid({ version: 7 })
const text = fc.string({ maxLength: 40 })

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    action: fc.constant('create' as const),
    collection: fc.constant('customers'),
    id,
    values: fc.record({ name: text, phone: text, email: fc.option(text) }),
  }),
  fc.record({
    action: fc.constant('update' as const),
    collection: fc.constant('products'),
    id,
    changes: fc.record({ inventoryCount: fc.record({ from: fc.nat(), to: fc.nat() }), name: fc.record({ from: text, to: text }) }),
  }),
  fc.record({ action: fc.constantFrom('delete' as const, 'restore' as const), collection: fc.constantFrom('orders', 'tasks'), id }),
)
const mutation = fc.record({ id, shopId: fc.constant(shopId), at: instant, ops: fc.array(op, { minLength: 1, maxLength: 4 }) })
const clockOffsetMs = fc.option(fc.integer({ min: -1e9, max: 1e9 }))
const file: fc.Arbitrary<UnsentFile> = fc.record({
  userId: fc.constant(userId),
  login: text,
  deviceId: fc.uuid(),
  clockOffsetMs,
  exportedAt: instant,
  mutations: fc.array(
    fc.record({
      mutation,
      effects: fc.array(fc.record({ key: id.map((made): RowKey => `payments/${made}`), action: fc.constantFrom('delete' as const, 'restore' as const) }), {
        maxLength: 2,
      }),
      summary: text,
      origin: fc.option(fc.record({ deviceId: fc.uuid(), clockOffsetMs }), { nil: undefined }),
    }),
    { maxLength: 6 },
  ),
  refused: fc.array(
    fc
      .record({
        mutation,
        refusedAt: instant,
        summary: text,
        error: fc.record({ code: fc.constant('CONFLICT' as const), message: text, issues: fc.constant(undefined) }),
      })
      .map((entry) => ({ ...entry, id: entry.mutation.id })),
    { maxLength: 3 },
  ),
})

const failure = (run: () => unknown): AppError => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

const sample: UnsentFile = {
  userId,
  login: 'kay',
  deviceId: 'tablet',
  clockOffsetMs: 1_500,
  exportedAt: '2026-03-02T09:00:00.000Z',
  mutations: [
    {
      mutation: {
        id: v7(),
        shopId,
        at: '2026-03-02T08:00:00.000Z',
        ops: [{ action: 'create', collection: 'customers', id: v7(), values: { name: 'Ada', phone: '7911123456' } }],
      },
      effects: [],
      summary: "Customer 'Ada' created",
      origin: undefined,
    },
  ],
  refused: [],
}

type LooseMutation = { id: string; ops: [{ [key: string]: unknown; values: Record<string, unknown> }] }
type Loose = { [key: string]: unknown; mutations: [{ mutation: LooseMutation }] }
const changed = (change: (raw: Loose) => void): string => {
  const raw = JSON.parse(unsentFileToText(sample)) as Loose
  change(raw)
  return JSON.stringify(raw)
}
const messageOf = (given: string): string => {
  const error = failure(() => textToUnsentFile(given, userId))
  expect(error.code).toBe('VALIDATION')
  return error.message
}

describe('the file of unsent changes', () => {
  it('gives back exactly what was written, in order, with ids and times as they were', () => {
    fc.assert(
      fc.property(file, (written) => {
        expect(textToUnsentFile(unsentFileToText(written), userId)).toEqual(written)
      }),
      { numRuns: 200 },
    )
  })

  it('tells its format and version first, and holds nothing but what it says', () => {
    const raw = JSON.parse(unsentFileToText(sample)) as Record<string, unknown>
    expect(Object.keys(raw)).toEqual(['format', 'version', 'userId', 'login', 'deviceId', 'clockOffsetMs', 'exportedAt', 'mutations', 'refused'])
    expect(raw).toMatchObject({ format: 'mainspring-unsent', version: 1 })
  })

  it('never throws anything but an answer in words, whatever text it is given', () => {
    const whole = unsentFileToText(sample)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.nat(whole.length - 1).map((end) => whole.slice(0, end)),
        ),
        (given) => {
          expect(failure(() => textToUnsentFile(given, userId)).code).toBe('VALIDATION')
        },
      ),
    )
  })

  it('says what is wrong with it', () => {
    expect(messageOf('{"orders": []}')).toBe('This is not a file of unsent changes.')
    expect(messageOf('not json')).toBe('This is not a file of unsent changes.')
    expect(messageOf(changed((raw) => (raw['version'] = 2)))).toMatch(/made by a newer version/)
    expect(messageOf(changed((raw) => delete raw['version']))).toBe('The file is damaged: its version is missing.')
    expect(messageOf(changed((raw) => delete (raw as Partial<Loose>).mutations))).toBe('The file is damaged: the list of changes is missing.')
    expect(messageOf(changed((raw) => (raw.mutations[0].mutation.id = 'seven')))).toBe('Change 1 of 1 in the file is damaged: mutation.id: Id is not valid.')
    expect(messageOf(changed((raw) => (raw.mutations[0].mutation.ops[0]['collection'] = 'spaceships')))).toBe(
      "Change 1 of 1 in the file is damaged: this version does not know 'spaceships'.",
    )
    expect(messageOf(changed((raw) => (raw.mutations[0].mutation.ops[0].values['name'] = 7)))).toBe(
      "Change 1 of 1 in the file is damaged: 'name' holds a value of the wrong kind.",
    )
    expect(messageOf(changed((raw) => (raw.mutations[0].mutation.ops[0].values['createdAt'] = 'yesterday')))).toMatch(
      /'createdAt' holds a value of the wrong kind/,
    )
  })

  it('of another user is refused by name', () => {
    const error = failure(() => textToUnsentFile(unsentFileToText(sample), v7()))
    expect(error).toMatchObject({ code: 'FORBIDDEN', message: 'This file belongs to kay. Sign in as kay to import it.' })
  })

  it('keeps values that a newer form would not take: the server judges them', () => {
    const read = textToUnsentFile(
      changed((raw) => (raw.mutations[0].mutation.ops[0].values['phone'] = 'no digits')),
      userId,
    )
    expect(read.mutations[0]?.mutation.ops[0]).toMatchObject({ values: { phone: 'no digits' } })
  })

  it('knows on which device, and by which clock, each mutation was made', () => {
    const [mutation] = sample.mutations
    if (mutation === undefined) throw new Error('There is no mutation.')
    expect(originOf(sample, mutation)).toEqual({ deviceId: 'tablet', clockOffsetMs: 1_500 })
    expect(originOf(sample, { ...mutation, origin: { deviceId: 'phone', clockOffsetMs: null } })).toEqual({ deviceId: 'phone', clockOffsetMs: null })
  })

  it('is named after the person and the day, in letters that every disk takes', () => {
    expect(unsentFileName('kay', new Date(2026, 2, 2, 23, 59))).toBe('mainspring-unsent-kay-2026-03-02.json')
    expect(unsentFileName('../a b\\c:ü', new Date(2026, 10, 21))).toBe('mainspring-unsent-..-a-b-c-ü-2026-11-21.json')
    expect(unsentFileName('', new Date(2026, 10, 21))).toBe('mainspring-unsent-user-2026-11-21.json')
  })
})
