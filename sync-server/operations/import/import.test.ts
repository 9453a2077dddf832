import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { openRepairFormat } from './open-repair.ts'
import { ownExportFormat } from './own-export.ts'
import { ImportFileError, readLines } from './read-lines.ts'
import type { LineOutcome } from './record.ts'

const header =
  'id,data_provider,country,partner_product_category,product_category,product_category_id,brand,year_of_manufacture,product_age,repair_status,repair_barrier_if_end_of_life,group_identifier,event_date,problem'

const row = (more: Record<string, string> = {}): Record<string, string> => ({
  id: 'x_1',
  product_category: 'Toaster',
  brand: 'Unknown',
  year_of_manufacture: '',
  repair_status: 'Fixed',
  repair_barrier_if_end_of_life: '',
  group_identifier: 'Anytown Hall',
  event_date: '2024-05-04',
  problem: '',
  ...more,
})

const recordOf = (cells: Record<string, string>) => {
  const outcome = openRepairFormat.rowToRecord(cells)
  if ('refusal' in outcome) throw new Error(outcome.refusal)
  return outcome.record
}

describe('a line of an Open Repair file', () => {
  it('names the item by brand, category and year, leaving out what is unknown', () => {
    expect(recordOf(row()).order.itemDetails).toBe('Toaster')
    expect(recordOf(row({ brand: 'Dualit', year_of_manufacture: '1998' })).order.itemDetails).toBe('Dualit Toaster 1998')
    expect(recordOf(row({ year_of_manufacture: 'around 1990' })).order.itemDetails).toBe('Toaster')
  })

  it('takes the category as the issue when nobody wrote down the problem', () => {
    expect(recordOf(row()).order.issueDescription).toBe('Toaster')
    expect(recordOf(row({ problem: 'Does not pop up' })).order.issueDescription).toBe('Does not pop up')
  })

  it.each([
    ['Fixed', 'Fixed'],
    ['Repairable', 'In Progress'],
    ['End of life', 'Not Fixable'],
    ['Unknown', 'Diagnosis'],
    ['', 'Diagnosis'],
  ] as const)('maps the outcome %j to the status %j', (outcome, status) => {
    expect(recordOf(row({ repair_status: outcome })).order.orderStatusId).toBe(orderStatusIdByName[status])
  })

  it('keeps barrier, place and record id in the notes', () => {
    expect(recordOf(row({ repair_barrier_if_end_of_life: 'Item too worn out' })).order.orderNotes).toBe(
      'Barrier: Item too worn out\nPlace: Anytown Hall\nRecord: x_1',
    )
  })

  it('is refused with every reason at once', () => {
    expect(openRepairFormat.rowToRecord(row({ id: ' ', event_date: '2024-13-01', product_category: '' }))).toEqual({
      refusal: 'id is empty; product_category is empty; event_date is not a day (YYYY-MM-DD)',
    })
  })
})

describe('a line of our own report', () => {
  const cells = {
    'Customer Name': 'Ada Example',
    'Customer Phone': '+44 2079460000',
    'Device Details': "'=1+1 phone",
    'Issue Description': 'Cracked',
    Quote: '80',
    Status: 'picked UP',
    'Total Payments': '$1,080.00',
    'Total Costs': '-20.50',
    Net: '59.50',
    'Order Creation Date': '2024-05-04',
  }

  it('comes back as customer, order, payment and cost', () => {
    expect(ownExportFormat.rowToRecord(cells)).toMatchObject({
      record: {
        customer: { values: { name: 'Ada Example', countryCode: '+44', phone: '2079460000' } },
        order: { itemDetails: '=1+1 phone', orderStatusId: orderStatusIdByName['Picked up'], quotedCost: '80' },
        createdAt: '2024-05-04T12:00:00.000Z',
        paymentAmount: 1080,
        costAmount: 20.5,
      },
    })
  })

  it.each(['UTC', 'Asia/Tokyo', 'America/Toronto'])('has the same time on a server in %s, also where the file names no zone', (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      expect(ownExportFormat.rowToRecord({ ...cells, 'Order Creation Date': '2024-05-04T23:30:00' })).toMatchObject({
        record: { createdAt: '2024-05-04T23:30:00.000Z' },
      })
      expect(ownExportFormat.rowToRecord({ ...cells, 'Order Creation Date': '2024-05-04T23:30:00+02:00' })).toMatchObject({
        record: { createdAt: '2024-05-04T21:30:00.000Z' },
      })
      expect(ownExportFormat.rowToRecord({ ...cells, 'Order Creation Date': '5/4/2024' })).toMatchObject({ record: { createdAt: '2024-05-04T12:00:00.000Z' } })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('has the phone as a spreadsheet left it, and is refused where digits are lost', () => {
    const read = (text: string) => ownExportFormat.rowToRecord({ ...cells, 'Customer Phone': text })
    expect(read('1.2125550147E10')).toMatchObject({ record: { customer: { values: { countryCode: '+1', phone: '2125550147' } } } })
    expect(read('447912345678')).toMatchObject({ record: { customer: { values: { countryCode: '+44', phone: '7912345678' } } } })
    expect(read('4.47912E+11')).toEqual({ refusal: 'Customer Phone is not a phone number: 4.47912E+11' })
  })

  it('is refused when the date does not exist or the status is not known', () => {
    expect(ownExportFormat.rowToRecord({ ...cells, Status: 'Lost', 'Order Creation Date': '2024-02-31' })).toEqual({
      refusal: 'Status is not known: Lost; Order Creation Date is not a date: 2024-02-31',
    })
  })
})

describe('reading a file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mainspring-import-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const read = async (text: string): Promise<LineOutcome[]> => {
    const file = path.join(folder, 'file.csv')
    writeFileSync(file, text)
    return Array.fromAsync(readLines(file))
  }

  it('counts lines as an editor does, also after a text with line breaks', async () => {
    const problem = '"first\nsecond, ""quoted"""'
    const lines = await read(
      `\uFEFF${header}\r\na,p,GBR,c,Iron,40,Unknown,,,Fixed,,Here,2024-05-04,${problem}\r\nb,p,GBR,c,Iron,40,Unknown,,,Fixed,,Here,never,hot\r\n`,
    )
    expect(lines.map(({ line }) => line)).toEqual([2, 4])
    expect(lines[0]).toMatchObject({ record: { order: { issueDescription: 'first\nsecond, "quoted"' } } })
    expect(lines[1]).toMatchObject({ refusal: 'event_date is not a day (YYYY-MM-DD)' })
  })

  it('refuses a record with the wrong number of cells and goes on with the next', async () => {
    const good = (id: string) => `${id},p,GBR,c,Iron,40,Unknown,,,Fixed,,Here,2024-05-04,x`
    const lines = await read(`${header}\n${good('a')}\nb,p,GBR\n${good('c')}\n`)
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => 'refusal' in line)).toMatchObject([{ line: 3 }])
  })

  it('says which columns are missing when it does not know the file', async () => {
    await expect(read('name,phone\nA,1\n')).rejects.toThrow(ImportFileError)
    await expect(read('name,phone\nA,1\n')).rejects.toThrow(/Missing for Open Repair Data: id, brand/)
    await expect(read('')).rejects.toThrow('The file is empty')
  })
})
