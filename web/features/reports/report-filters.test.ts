import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTaxPercent, reportFiltersCodec, type ReportFilters } from './report-filters.ts'

describe('the filters of a report', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 2, 15, 12) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('begin with the present month', () => {
    expect(reportFiltersCodec.read(new URLSearchParams())).toEqual({ from: '2026-03-01', to: '2026-03-15', tax: null, view: 'report', page: 1 })
  })

  it.each<ReportFilters>([
    { from: null, to: null, tax: null, view: 'report', page: 1 },
    { from: '2026-01-01', to: null, tax: '13', view: 'report', page: 2 },
    { from: null, to: '2026-03-15', tax: '', view: 'report', page: 1 },
    { from: '2026-03-01', to: '2026-03-15', tax: '12.5', view: 'report', page: 1 },
  ])('survive the address: %j', (filters) => {
    const search = reportFiltersCodec.write(filters)
    expect(reportFiltersCodec.read(new URLSearchParams(search))).toEqual({ ...filters, tax: filters.tax === '' ? null : filters.tax })
  })
})

describe('the percentage of tax', () => {
  it.each([
    ['13', { percent: 13 }],
    ['12.5', { percent: 12.5 }],
    ['0', { percent: 0 }],
    ['100', { percent: 100 }],
    ['100.01', { problem: 'Enter a percentage from 0 to 100' }],
    ['', { problem: 'Enter a percentage from 0 to 100' }],
    ['-1', { problem: 'Enter a percentage from 0 to 100' }],
    ['1.234', { problem: 'Enter at most two decimals' }],
    ['7.256', { problem: 'Enter at most two decimals' }],
    ['101.234', { problem: 'Enter a percentage from 0 to 100' }],
  ])('%j is %j', (text, expected) => {
    expect(readTaxPercent(text)).toEqual(expected)
  })
})
