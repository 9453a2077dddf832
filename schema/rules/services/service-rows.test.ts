import { describe, expect, it } from 'vitest'
import type { Service } from '../../collections/stock/services.ts'
import { readServiceRows, serviceHeader, servicesToCells } from './service-rows.ts'

const [glassId, vatId] = ['0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13', '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c14']
const base = { shopId: 's', createdAt: '', updatedAt: '', seq: 1, minutes: 60, warrantyDays: null, productId: null, taxRateId: null, archived: false }
const screen: Service = { ...base, id: 'screen', kind: 'phone', brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129, productId: glassId }
const shelf = {
  services: [screen],
  products: [{ id: glassId, name: 'Glass', sku: 'GL-12' }],
  rates: [{ id: vatId, name: 'VAT' }],
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
