import { describe, expect, it } from 'vitest'
import type { Service } from '../../collections/stock/services.ts'
import { readServiceRows, serviceHeader, servicesToCells } from './service-rows.ts'

const [glassId, vatId] = ['0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13', '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c14']
const base = { shopId: 's', createdAt: '', updatedAt: '', seq: 1, minutes: 60, warrantyDays: null, productId: null, taxRateId: null, archived: false }
const screen: Service = { ...base, id: 'screen', kind: 'phone', brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129, productId: glassId }
const shelf = {
  services: [screen],
  products: [{ id: glassId, name: 'Glass', sku: 'GL-12', archived: false }],
  rates: [{ id: vatId, name: 'VAT', archived: false }],
}
const line = (at: number, ...cells: string[]) => ({ line: at, cells })

describe('the price list as a table', () => {
  it('PRICES-01: reads what it wrote without a change, 2,000 services too', () => {
    const services = Array.from({ length: 2000 }, (_, index): Service => ({ ...screen, id: `id-${index}`, model: `Model ${index}`, price: 50 + index / 4 }))
    const cells = servicesToCells({ ...shelf, services })
    const lines = cells.map((row, index) => line(index + 2, ...row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : String(cell ?? '')))))
    expect(readServiceRows(serviceHeader, lines, { ...shelf, services }, ',')).toEqual({ acts: [], same: 2000, refused: [] })
  })

  it('PRICES-01: changes a price, adds what is new, and leaves columns that the file lacks', () => {
    const lines = [line(2, 'apple', 'IPHONE 12', 'screen', '1.119,50 €'), line(3, 'Apple', 'iPhone 13', 'Screen', '')]
    expect(readServiceRows(['Marke', 'Modell', 'Reparatur', 'Preis'], lines, shelf, ',')).toEqual({
      acts: [
        { id: 'screen', changes: { price: 1119.5 } },
        {
          values: {
            kind: null,
            brand: 'Apple',
            model: 'iPhone 13',
            name: 'Screen',
            price: null,
            minutes: null,
            warrantyDays: null,
            productId: null,
            taxRateId: null,
            archived: false,
          },
        },
      ],
      same: 0,
      refused: [],
    })
  })

  describe('where several have one name', () => {
    const oldVatId = '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c15'
    const old: Service = { ...screen, id: 'old', price: 99, archived: true, taxRateId: oldVatId }
    const now: Service = { ...screen, taxRateId: vatId }
    const general: Service = { ...screen, brand: null, model: null, price: 20 }
    const [ofPhones, ofLaptops]: [Service, Service] = [
      { ...general, id: 'phone' },
      { ...general, id: 'laptop', kind: 'laptop' },
    ]
    const rates = [
      { id: vatId, name: 'VAT', archived: false },
      { id: oldVatId, name: 'VAT', archived: true },
    ]
    const twice = { ...shelf, rates, services: [now, old, ofPhones, ofLaptops] }
    const linesOf = (some: typeof twice) =>
      servicesToCells(some).map((row, index) => line(index + 2, ...row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : String(cell ?? '')))))
    const priced = (id: string, price: number) => ({ ...twice, services: twice.services.map((one) => (one.id === id ? { ...one, price } : one)) })

    it('PRICES-01: reads what it wrote without a change', () => {
      expect(readServiceRows(serviceHeader, linesOf(twice), twice, '.')).toEqual({ acts: [], same: 4, refused: [] })
    })

    it.each(['screen', 'old', 'phone', 'laptop'])('PRICES-01: changes the price of the one that was meant: %s', (id) => {
      const read = readServiceRows(serviceHeader, linesOf(priced(id, 25)), twice, '.')
      expect(read).toEqual({ acts: [{ id, changes: { price: 25 } }], same: 3, refused: [] })
    })

    it('PRICES-01: means the one that is not archived, and refuses what could be any of them', () => {
      const header = ['Brand', 'Model', 'Repair', 'Price', 'Tax rate']
      const lines = [line(2, 'Apple', 'iPhone 12', 'Screen', '139', 'VAT'), line(3, '', '', 'Screen', '30', ''), line(4, '', '', 'New', '5', 'VAT')]
      expect(readServiceRows(header, lines, twice, '.')).toMatchObject({
        acts: [{ id: 'screen', changes: { price: 139 } }, { values: { name: 'New', taxRateId: vatId } }],
        refused: [{ line: 3, reason: 'Repair: several are named Screen' }],
      })
      const all = { ...twice, rates: rates.map((rate) => ({ ...rate, archived: false })) }
      expect(readServiceRows(header, lines.slice(2), all, '.').refused).toEqual([{ line: 4, reason: 'Tax rate: several are named VAT' }])
    })
  })

  it('PRICES-01: takes no word for a yes or a no that is neither', () => {
    const held = { ...shelf, services: [{ ...screen, archived: true }] }
    const read = (archived: string) => readServiceRows(['Brand', 'Model', 'Repair', 'Archived'], [line(2, 'Apple', 'iPhone 12', 'Screen', archived)], held, '.')
    expect(['wahr', 'ja'].map(read)).toEqual([0, 1].map(() => ({ acts: [], same: 1, refused: [] })))
    expect(read('perhaps')).toEqual({ acts: [], same: 0, refused: [{ line: 2, reason: 'Archived: perhaps is neither yes nor no' }] })
    expect(read('no').acts).toEqual([{ id: 'screen', changes: { archived: false } }])
  })

  it('PRICES-01: says by line what it cannot read, and takes the rest', () => {
    const header = ['Kind', 'Model', 'Repair', 'Price', 'Part', 'Tax rate', 'Minutes']
    const lines = [
      line(2, 'robot', 'X', 'Arm', 'cheap', '', '', ''),
      line(3, 'Phone', 'X', '', '5', '', '', ''),
      line(4, 'Phone', 'X', 'Arm', '5', 'gl-12', 'vat', '30'),
      line(5, 'Phone', 'X', 'Leg', '5', 'gl-13', 'GST', '1,5'),
    ]
    const read = readServiceRows(header, lines, shelf, '.')
    expect(read.acts).toMatchObject([{ values: { name: 'Arm', kind: 'phone', price: 5, productId: glassId, taxRateId: vatId, minutes: 30 } }])
    expect(read.refused).toEqual([
      {
        line: 2,
        reason: 'Kind of device: robot is none of Phone, Tablet, Laptop, Desktop, Console, Watch, Audio, Appliance, Device; Price: cheap is no amount',
      },
      { line: 3, reason: 'Service name is required' },
      { line: 5, reason: 'Minutes: 1,5 is no whole number; Part: gl-13 is not in the inventory; Tax rate: there is none named GST' },
    ])
    expect(() => readServiceRows(['Price'], [], shelf, '.')).toThrow('The file has no column “Repair”.')
  })
})
