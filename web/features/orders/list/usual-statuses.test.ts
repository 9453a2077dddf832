import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { idsToStatusFilter } from '#schema/rules/orders/status-filter.ts'
import { createOrdersFiltersCodec, noOrdersFilters } from './orders-filters.ts'
import { openUsualStatuses } from './usual-statuses.ts'

const { Fixed, Lead } = orderStatusIdByName
const several = idsToStatusFilter([Fixed, Lead])

function makeStorage() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    texts,
  }
}

describe('the statuses that a person works with', () => {
  it('are all until somebody chooses, so that the documented list is the first that anybody sees', () => {
    expect(openUsualStatuses('kay', 'shop', makeStorage()).read()).toBe('all')
  })

  it('are there again next time, for this person in this shop alone, until "All" is chosen', () => {
    const storage = makeStorage()
    const usual = openUsualStatuses('kay', 'shop', storage)
    usual.choose('open')
    expect(openUsualStatuses('kay', 'shop', storage).read()).toBe('open')
    expect(openUsualStatuses('kay', 'other', storage).read()).toBe('all')
    expect(openUsualStatuses('lee', 'shop', storage).read()).toBe('all')
    usual.choose(several)
    expect(openUsualStatuses('kay', 'shop', storage).read()).toEqual(several)
    usual.choose('all')
    expect(openUsualStatuses('kay', 'shop', storage).read()).toBe('all')
    expect(storage.texts.size).toBe(0)
  })

  it('are not changed by looking a single status up', () => {
    const usual = openUsualStatuses('kay', 'shop', makeStorage())
    usual.choose('open')
    usual.choose([Fixed])
    expect(usual.read()).toBe('open')
  })

  it('last as long as the list where nothing may be stored', () => {
    const broken = {
      getItem: () => {
        throw new Error('no storage')
      },
      setItem: () => {
        throw new Error('no storage')
      },
      removeItem: () => undefined,
    }
    const usual = openUsualStatuses('kay', 'shop', broken)
    usual.choose('open')
    expect(usual.read()).toBe('open')
    expect(openUsualStatuses('kay', 'shop', undefined).read()).toBe('all')
  })

  it('are what a bare address stands for, and an address that says more stands for itself', () => {
    const usual = openUsualStatuses('kay', 'shop', makeStorage())
    usual.choose('open')
    const { read, write } = createOrdersFiltersCodec(usual.read)
    expect(read(new URLSearchParams('')).status).toBe('open')
    expect(read(new URLSearchParams('q=anna')).status).toBe('all')
    for (const status of ['all', 'open', several, [Fixed]] as const) {
      for (const search of ['', 'anna']) {
        const filters = { ...noOrdersFilters, status, search }
        expect(read(new URLSearchParams(write(filters)))).toEqual(filters)
      }
    }
  })
})
