import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { idsToStatusFilter } from '#schema/rules/orders/status-filter.ts'
import { orderViews } from '#schema/rules/orders/order-views.ts'
import { allOrders, openKeptViews } from './kept-views.ts'
import { createOrdersFiltersCodec, filtersToKept, filtersToSaved, keptToFilters, noOrdersFilters, savedToFilters } from './orders-filters.ts'

const { Fixed, Lead } = orderStatusIdByName
const several = idsToStatusFilter([Fixed, Lead])

function makeStorage() {
  const texts = new Map<string, string>()
  return { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text) }
}

describe('the views that a person works with (DAY-01)', () => {
  it('begin with the open orders', () => {
    expect(openKeptViews('kay', 'shop', makeStorage()).view()).toBe('open')
  })

  it('are there again next time with their filters, for this person in this shop alone', () => {
    const storage = makeStorage()
    const kept = openKeptViews('kay', 'shop', storage)
    kept.choose('waiting', 'assignee=lee')
    kept.choose('mine', '')
    const again = openKeptViews('kay', 'shop', storage)
    expect([again.view(), again.filtersOf('waiting'), again.filtersOf('mine')]).toEqual(['mine', 'assignee=lee', ''])
    expect(openKeptViews('kay', 'other', storage).view()).toBe('open')
    expect(openKeptViews('lee', 'shop', storage).view()).toBe('open')
  })

  it('keep no search, no days, and of the statuses not one that was only looked up', () => {
    const kept = openKeptViews('kay', 'shop', makeStorage())
    const chosen = { ...noOrdersFilters, view: 'all', status: several, assignee: 'unassigned' } as const
    kept.choose('all', filtersToKept({ ...chosen, search: 'anna', from: '2026-03-01', to: '2026-03-02', page: 3 }, kept))
    expect(keptToFilters(kept, 'all')).toEqual(chosen)
    kept.choose('all', filtersToKept({ ...chosen, status: [Fixed] }, kept))
    expect(keptToFilters(kept, 'all')).toEqual(chosen)
    kept.choose('all', filtersToKept({ ...chosen, status: 'all' }, kept))
    expect(keptToFilters(kept, 'all')).toEqual({ ...chosen, status: 'all' })
  })

  it('last as long as the list where nothing may be stored, and begin anew where something else is', () => {
    const broken = {
      getItem: () => {
        throw new Error('no storage')
      },
      setItem: () => {
        throw new Error('no storage')
      },
    }
    const kept = openKeptViews('kay', 'shop', broken)
    kept.choose('ready', '')
    expect(kept.view()).toBe('ready')
    expect(openKeptViews('kay', 'shop', undefined).view()).toBe('open')
    for (const text of ['null', '[]', '{"view":"mars","filters":{"mars":"a","open":7},"saved":[null,{"name":7}]}', '{'])
      expect(openKeptViews('kay', 'shop', { getItem: () => text, setItem: () => undefined }).view()).toBe('open')
  })

  it('can be named, renamed and deleted, and come back with all their filters', () => {
    const storage = makeStorage()
    const kept = openKeptViews('kay', 'shop', storage)
    const late = { ...noOrdersFilters, view: 'waiting', status: [Lead], age: 5, search: 'glass', sort: { by: 'due', isDown: true } } as const
    kept.save({ name: 'Late glass', search: filtersToSaved({ ...late, page: 3 }) })
    kept.save({ name: 'Others', search: filtersToSaved(noOrdersFilters) })
    const again = openKeptViews('kay', 'shop', storage)
    expect(again.saved().map(({ name, search }) => [name, savedToFilters(search)])).toEqual([
      ['Late glass', late],
      ['Others', noOrdersFilters],
    ])
    again.save({ name: 'Glass', search: again.saved()[0]?.search ?? '' }, 'Late glass')
    expect(again.saved().map(({ name }) => name)).toEqual(['Glass', 'Others'])
    again.save({ name: 'Others', search: 'view=mine' }, 'Glass')
    expect(again.saved()).toEqual([{ name: 'Others', search: 'view=mine' }])
    again.remove('Others')
    expect(openKeptViews('kay', 'shop', storage).saved()).toEqual([])
  })

  it('are what a bare address stands for, and an address that says more stands for itself', () => {
    const kept = openKeptViews('kay', 'shop', makeStorage())
    kept.choose('waiting', 'assignee=lee')
    const { read, write } = createOrdersFiltersCodec(kept)
    expect(read(new URLSearchParams(''))).toEqual({ ...noOrdersFilters, view: 'waiting', assignee: 'lee' })
    expect(read(new URLSearchParams('view=open'))).toEqual({ ...noOrdersFilters, view: 'open' })
    for (const view of orderViews) {
      for (const isBoard of [false, true]) {
        for (const search of ['', 'anna']) {
          const filters = { ...noOrdersFilters, view, isBoard, search }
          expect(read(new URLSearchParams(write(filters)))).toEqual(filters)
        }
      }
    }
  })

  it('leave an address that names filters alone as documented: it shows them over all orders', () => {
    const { read, write } = createOrdersFiltersCodec(openKeptViews('kay', 'shop', makeStorage()))
    for (const address of ['?q=anna', '?status=open', '?unpaid=1', '?assignee=lee&page=2']) {
      const filters = read(new URLSearchParams(address))
      expect(filters.view).toBe('all')
      expect(write(filters)).toBe(address)
    }
    expect(write(read(new URLSearchParams('?view=board&q=anna')))).toBe('?view=board&q=anna')
    expect(write({ ...noOrdersFilters, view: 'open' })).toBe('')
    expect(write(noOrdersFilters)).toBe('?view=all')
    expect(createOrdersFiltersCodec(allOrders).write(noOrdersFilters)).toBe('')
  })
})
