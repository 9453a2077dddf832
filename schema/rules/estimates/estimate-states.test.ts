import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateStates } from '../../values/estimates/estimate-state.ts'
import { orderStatusIdByName } from '../../values/order-status.ts'
import { approvedOrderStatus, findEstimateFollowUps, findEstimateIssue, findNewEstimateIssue, isOpenEstimate } from './estimate-states.ts'

const at = '2026-03-02T10:00:00.000Z'
const lines = JSON.stringify([{ kind: 'part', description: 'Screen', quantity: 1.5, unitPrice: 0.33 }])
const draft = {
  state: 'draft',
  lines,
  total: 0.5,
  net: 0.5,
  tax: 0,
  note: null,
  validUntil: null,
  decidedAt: null,
  decidedName: null,
  decidedBy: null,
  consentNote: null,
}

const anyChange = fc.record(
  {
    state: fc.constantFrom(...estimateStates),
    note: fc.constantFrom(null, 'Cheaper'),
    lines: fc.constantFrom(lines, '[]'),
    validUntil: fc.constantFrom(null, at),
    decidedName: fc.constantFrom(null, 'Carla'),
    decidedBy: fc.constantFrom(null, 'staff', 'customer'),
    decidedAt: fc.constantFrom(null, at),
    consentNote: fc.constantFrom(null, 'By phone'),
  },
  { requiredKeys: [] },
)

describe('what staff may do with an estimate (EST-01)', () => {
  it('never makes one sent, never takes back what was answered, and never says that the customer answered', () => {
    fc.assert(
      fc.property(fc.constantFrom(...estimateStates), anyChange, (state, change) => {
        const before = { ...draft, state }
        const after = { ...before, ...change }
        if (findEstimateIssue(before, after) !== undefined) return
        const isChanged = JSON.stringify(before) !== JSON.stringify(after)
        if (isChanged) expect(['draft', 'sent']).toContain(state)
        if (after.state === 'sent') expect(after).toEqual(before)
        expect(after.decidedBy === 'customer' && isChanged).toBe(false)
        if (state === 'sent' && isChanged) expect([after.lines, after.note, after.validUntil]).toEqual([before.lines, before.note, before.validUntil])
        if (after.decidedName !== null && isChanged) expect(['approved', 'declined']).toContain(after.state)
      }),
    )
  })

  it.each([
    ['draft', { note: 'Cheaper', lines: '[]' }],
    ['draft', { state: 'approved', decidedName: 'Carla' }],
    ['sent', { state: 'declined', decidedName: 'Carla', decidedBy: 'staff' }],
    ['sent', { state: 'withdrawn' }],
    ['approved', {}],
  ])('lets a %s one take %o', (state, change) => {
    expect(findEstimateIssue({ ...draft, state }, { ...draft, state, ...change })).toBeUndefined()
  })

  it('begins with a draft that nobody has answered', () => {
    expect(findNewEstimateIssue({ ...draft })).toBeUndefined()
    expect(findNewEstimateIssue({ ...draft, state: 'approved' })?.path).toBe('state')
    expect(findNewEstimateIssue({ ...draft, consentNote: 'By phone' })?.path).toBe('consentNote')
  })
})

describe('what follows from a change', () => {
  it('is the total of the rounded lines, and who answered when', () => {
    expect(findEstimateFollowUps(undefined, { ...draft, total: undefined }, at)).toEqual({ total: 0.5, net: 0.5, tax: 0 })
    expect(findEstimateFollowUps(draft, { ...draft, lines: '[]' }, at)).toEqual({ total: 0, net: 0 })
    expect(findEstimateFollowUps(draft, { ...draft, state: 'approved' }, at)).toEqual({ decidedAt: at, decidedBy: 'staff' })
    expect(findEstimateFollowUps(draft, { ...draft, state: 'approved', decidedBy: 'customer', decidedAt: '2026-01-01T00:00:00.000Z' }, at)).toEqual({})
  })

  it('is the price with tax of a draft, which stays as it was sent', () => {
    const vat = { id: 'v', createdAt: at, name: 'VAT', percent: 20, isDefault: true, isDefaultForLabour: false, archived: false, parts: [] }
    const pricing = { pricing: { taxMode: 'exclusive' as const, unitCents: 1, rates: [vat] }, isExempt: false, productRates: new Map() }
    expect(findEstimateFollowUps(draft, { ...draft }, at, pricing)).toEqual({ total: 0.6, tax: 0.1 })
    expect(findEstimateFollowUps({ ...draft, state: 'sent' }, { ...draft, state: 'approved', decidedAt: at, decidedBy: 'staff' }, at, pricing)).toEqual({})
  })

  it('lets an order go on only where it waits for the approval (EST-03)', () => {
    for (const [name, id] of Object.entries(orderStatusIdByName))
      expect(approvedOrderStatus(id)).toBe(name === 'Waiting For Approval' ? orderStatusIdByName['In Progress'] : undefined)
  })
})

it('a link is open while its estimate is sent and has not ended', () => {
  expect(isOpenEstimate({ state: 'sent', validUntil: '2026-03-02T10:00:00.001Z' }, at)).toBe(true)
  expect(isOpenEstimate({ state: 'sent', validUntil: at }, at)).toBe(false)
  for (const state of ['draft', 'approved', 'declined', 'withdrawn']) expect(isOpenEstimate({ state, validUntil: '2027-01-01T00:00:00.000Z' }, at)).toBe(false)
})
