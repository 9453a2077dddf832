import { describe, expect, it } from 'vitest'
import { views } from '#web/features/all-features.ts'
import { findActs, isCalled, listActs, listPrints, withoutPrintWords } from './acts.ts'

const shopId = '11111111-0000-4000-8000-000000000000'
const all = listActs({ shopId, views, hasPrivilege: () => true })
const labelsFor = (typed: string, acts = all): string[] => findActs(acts, typed).map(({ label }) => label)

describe('acts and views of the box', () => {
  it('are found by the beginnings of their words, in any order, without regard to case', () => {
    expect(labelsFor('NEW ord')).toEqual(['New order', 'Create Customer+Order'])
    expect(labelsFor('order new')).toEqual(['New order', 'Create Customer+Order'])
    expect(labelsFor('inven')).toEqual(['Inventory'])
    expect(labelsFor('restore')).toEqual(['Recently deleted'])
    expect(labelsFor('entory')).toEqual([])
    expect(labelsFor('  ')).toEqual([])
  })

  it('offer each person only what they may open', () => {
    const few = listActs({ shopId, views: views.filter(({ guard }) => guard === undefined), hasPrivilege: () => false })
    const settings = ['Shop Settings', 'Entity Settings', 'App Settings', 'Reports', 'Activities']
    expect(all.map(({ label }) => label)).toEqual(expect.arrayContaining(settings))
    expect(few.map(({ label }) => label).filter((label) => settings.includes(label))).toEqual([])
    expect(few.map(({ label }) => label)).toContain('Profile')
  })

  it('have a key and a name of their own each', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  })

  it('print each paper of an order by its ticket, or by its short code without one', () => {
    const prints = listPrints({ id: 'x-000000abc123', number: 1042 }, 'H-')
    expect(labelsFor('print label of h-1042', prints)).toEqual(['Print device label of H-1042'])
    expect(labelsFor('receipt 1042', prints)).toEqual(['Print pick-up receipt of H-1042', 'Print drop-off receipt of H-1042'])
    expect(labelsFor('H-1042', prints)).toHaveLength(4)
    expect(labelsFor('H-1043', prints)).toEqual([])
    expect(listPrints({ id: 'x-000000abc123', number: null }, 'H-')[0]?.label).toBe('Print device label of ABC123')
  })

  it.each([
    ['print label of H-1042', 'H-1042'],
    ['Job sheet smith', 'smith'],
    ['H-1042 receipt', 'H-1042'],
    ['print', undefined],
    ['smith', undefined],
    ['', undefined],
  ])('tell a paper from what it is printed of: %s', (typed, rest) => {
    expect(withoutPrintWords(typed)).toBe(rest)
  })

  it('come first when somebody types how they are called', () => {
    const [act] = findActs(all, 'inventory')
    expect(act && isCalled(act, 'Inv')).toBe(true)
    expect(act && isCalled(act, 'in')).toBe(false)
    expect(act && isCalled(act, 'go to')).toBe(false)
  })
})
