import { describe, expect, it } from 'vitest'
import { changeFilters } from '#web/list-kit/list-filters.ts'
import { allOrders } from './kept-views.ts'
import { createOrdersFiltersCodec, isFilteringOrders, noOrdersFilters, type OrdersFilters } from './orders-filters.ts'

const { read, write } = createOrdersFiltersCodec(allOrders)

describe('filters of orders in the address', () => {
  it('leave the address of a list of all orders bare when nothing is filtered', () => {
    expect(write(noOrdersFilters)).toBe('')
    expect(read(new URLSearchParams(''))).toEqual(noOrdersFilters)
  })

  it('come back as they were written', () => {
    const filters: OrdersFilters = {
      view: 'waiting',
      isBoard: true,
      search: 'iPhone & co',
      from: '2026-03-01',
      to: '2026-03-31',
      status: ['abc'],
      assignee: 'unassigned',
      isUnpaid: true,
      age: 'yellow',
      due: 'late',
      sort: { by: 'customer', isDown: true },
      page: 3,
    }
    expect(read(new URLSearchParams(write(filters)))).toEqual(filters)
  })

  it('name "Open", one status or several', () => {
    expect(write({ ...noOrdersFilters, status: 'open' })).toBe('?status=open')
    expect(read(new URLSearchParams('status=open')).status).toBe('open')
    expect(read(new URLSearchParams('status=b,,a')).status).toEqual(['b', 'a'])
    expect(read(new URLSearchParams('status=a')).status).toEqual(['a'])
  })

  it('ignore what is no day and no page', () => {
    expect(read(new URLSearchParams('from=yesterday&to=2026-13-01&page=-2&age=blue&due=never&sort=-price'))).toEqual(noOrdersFilters)
  })

  it('name the age of the status by a colour of the shop or by days (DAY-01)', () => {
    expect(read(new URLSearchParams('age=red')).age).toBe('red')
    expect(read(new URLSearchParams('age=5')).age).toBe(5)
    expect(write({ ...noOrdersFilters, age: 5 })).toBe('?age=5')
    for (const text of ['0', '-5', '5.5', '1000', '']) expect(read(new URLSearchParams(`age=${text}`)).age).toBeNull()
  })

  it('start at page 1 again when one of them changes, and turn the page when asked', () => {
    const onPage3 = { ...noOrdersFilters, page: 3 }
    expect(changeFilters(onPage3, { search: 'a' })).toMatchObject({ search: 'a', page: 1 })
    expect(changeFilters(onPage3, { page: 4 })).toMatchObject({ page: 4 })
  })

  it('count as filtering only when they leave something out', () => {
    expect(isFilteringOrders({ ...noOrdersFilters, search: '  ' })).toBe(false)
    expect(isFilteringOrders({ ...noOrdersFilters, assignee: 'unassigned' })).toBe(true)
    expect(isFilteringOrders({ ...noOrdersFilters, status: 'open' })).toBe(true)
    expect(isFilteringOrders({ ...noOrdersFilters, isUnpaid: true })).toBe(true)
    expect(isFilteringOrders({ ...noOrdersFilters, age: 'red' })).toBe(true)
  })
})
