import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { NetworkError } from '#web/api/errors.ts'
import { ExportSection } from './tables-dialog.tsx'
import { ImportSection } from './import-section.tsx'

type Body = Partial<ImportBody> & Pick<ImportBody, 'kind' | 'csv'>
type Send = (shopId: string, body: Body, signal: AbortSignal) => Promise<ImportAnswer>

const answerOf = (more: Partial<ImportAnswer> = {}): ImportAnswer => ({
  columns: [],
  read: 0,
  created: 0,
  existing: 0,
  refused: [],
  warnings: [],
  statuses: [],
  ...more,
})

async function open(send: Send, { locale = 'en-US' } = {}) {
  const busy: boolean[] = []
  const screen = await render(<ImportSection shopId="shop" locale={locale} onBusy={(isBusy) => busy.push(isBusy)} send={send} />)
  const choose = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
    userEvent.upload(screen.getByLabelText('File to import'), new File([content], name, { type: 'text/csv' }))
  return { screen, busy, choose }
}

test('guesses encoding, delimiter and columns of a file, and shows its first lines (CSV-01)', async () => {
  const { screen, choose } = await open(async () => answerOf())
  const line = (index: number): string => `Größe ${index};0171 555010${index};x\n`
  const text = `Name;Telefon;Wert\n${Array.from({ length: 25 }, (_line, index) => line(index)).join('')}`
  await choose('kunden.csv', Uint8Array.from([...text].map((letter) => letter.codePointAt(0) ?? 0)))
  await expect.element(screen.getByText('kunden.csv')).toBeVisible()
  await expect.element(screen.getByLabelText('Encoding')).toHaveValue('windows-1252')
  await expect.element(screen.getByLabelText('Between the cells')).toHaveValue(';')
  await expect.element(screen.getByLabelText('What Name is')).toHaveValue('name')
  await expect.element(screen.getByLabelText('What Telefon is')).toHaveValue('phone')
  await expect.element(screen.getByLabelText('What Wert is')).toHaveValue('')
  await expect.element(screen.getByText('Größe 19')).toBeInTheDocument()
  expect(screen.getByText('Größe 20').elements()).toEqual([])
  await screen.getByLabelText('Between the cells').selectOptions(',')
  await expect.element(screen.getByText('Choose the column that holds the name of the customer.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import', exact: true }).elements()).toEqual([])
})

test('reads a file in another way without losing the place of the keyboard, also after one in which it cannot be read', async () => {
  const { screen, choose } = await open(async () => answerOf())
  await choose('c.csv', 'Name\tPhone\n"A;x\t5550101\n')
  const encoding = screen.getByLabelText('Encoding')
  await expect.element(screen.getByText(/^1 line\./)).toBeVisible()
  encoding.element().focus()
  await encoding.selectOptions('utf-16le')
  await expect.element(screen.getByLabelText('What Name is')).not.toBeInTheDocument()
  await expect.element(encoding).toHaveFocus()
  await encoding.selectOptions('utf-8')
  await expect.element(screen.getByLabelText('What Name is')).toHaveValue('name')
  await expect.element(encoding).toHaveFocus()
})

test('reads a large file beside the page, with all of its lines in their order', async () => {
  const sent: string[] = []
  const { screen, choose } = await open(async (_shop, { csv }) => {
    sent.push(csv)
    return answerOf()
  })
  const text = `Name,Phone\n${Array.from({ length: 30_000 }, (_line, index) => `C${index},555${1_000_000 + index}\n`).join('')}`
  await choose('c.csv', text)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Reading the file...')
  await expect.element(screen.getByText(/^30,000 lines\. The first 20 are shown\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Try it out' }).click()
  await expect.poll(() => sent).toEqual([text])
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(screen.getByText(/30,000 of 30,000|customers imported/)).toBeVisible()
  expect(
    sent
      .slice(1)
      .map((csv) => csv.slice(csv.indexOf('\n') + 1))
      .join(''),
  ).toBe(text.slice(text.indexOf('\n') + 1))
})

test('tries out as a whole and stores nothing; says the numbers and gives the refused lines', async () => {
  const send = vi.fn<Send>(async () => answerOf({ created: 1, existing: 1, refused: [{ line: 4, reason: 'Phone is not a phone number: n/a' }] }))
  const { screen, busy, choose } = await open(send)
  await choose('c.csv', 'Name,Phone\nA,5550101\nB,5550102\nC,n/a\n')
  await screen.getByRole('button', { name: 'Try it out' }).click()
  await expect.element(screen.getByText('Nothing is stored yet. 1 customer would be new, 1 already exists, 1 line would be refused.')).toBeVisible()
  await expect.element(screen.getByText('Line 4: Phone is not a phone number: n/a')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save the refused lines' })).toBeVisible()
  expect(send.mock.calls.map(([, body]) => body)).toMatchObject([
    { kind: 'customers', dryRun: true, delimiter: ',', csv: 'Name,Phone\nA,5550101\nB,5550102\nC,n/a\n' },
  ])
  expect(busy).toEqual([true, false])
})

test('imports in pieces with the columns that were chosen, shows how far it is, and stops at Cancel with what is in', async () => {
  const pieces: Body[] = []
  let go = (): void => {}
  const send: Send = async (_shop, body, signal) => {
    pieces.push(body)
    if (pieces.length > 1) {
      await new Promise<void>((resolve, reject) => {
        go = resolve
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    return answerOf({ created: 500 })
  }
  const { screen, choose } = await open(send)
  await choose('c.csv', `Wer,Phone\n${Array.from({ length: 1_200 }, (_line, index) => `C${index},555010${1_000 + index}\n`).join('')}`)
  await screen.getByLabelText('What Wer is').selectOptions('name')
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(screen.getByText('500 of 1,200 lines')).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: 'Lines imported' })).toBeVisible()
  await expect.element(screen.getByLabelText('What Wer is')).toBeDisabled()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  const words =
    'Cancelled. 500 customers imported, 0 were there already, 0 lines refused. 700 lines were not tried: import the same file again, and it goes on from there.'
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(pieces[0]).toMatchObject({
    dryRun: false,
    columns: [
      { header: 'Wer', field: 'name' },
      { header: 'Phone', field: 'phone' },
    ],
  })
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(screen.getByText('0 of 1,200 lines')).toBeVisible()
  for (const place of [3, 4, 5]) {
    await expect.poll(() => pieces.length).toBe(place)
    go()
  }
  await expect.element(screen.getByText('Done. 1,500 customers imported, 0 were there already, 0 lines refused.')).toBeVisible()
})

test('asks how dates are meant where they can be read in two ways', async () => {
  const send = vi.fn<Send>(async () => answerOf())
  const { screen, choose } = await open(send, { locale: 'de-DE' })
  await screen.getByLabelText('Contents of the file').selectOptions('orders')
  await choose('o.csv', 'Customer,Device,Created\nA,Phone,3/4/2026\n')
  await expect.element(screen.getByLabelText('Dates')).toHaveValue('day-first')
  await screen.getByLabelText('Dates').selectOptions('month-first')
  await screen.getByRole('button', { name: 'Try it out' }).click()
  await expect.poll(() => send.mock.calls.map(([, body]) => body)).toMatchObject([{ kind: 'orders', dateOrder: 'month-first' }])
})

test('shows what the cells are read as, counts each status, and says which cells stay in the notes, before anything is sent', async () => {
  const send = vi.fn<Send>(async () => answerOf())
  const { screen, choose } = await open(send, { locale: 'de-DE' })
  await screen.getByLabelText('Contents of the file').selectOptions('orders')
  const lines = ['Ada;+49 171 5550101;Uhr;Regal 4;1.250,00;5.3.2026', 'Bo;n/a;Radio;Abgeholt;9,99;bald', 'Cy;k. A.;Funk;abgeholt;80;6.3.2026']
  await choose('o.csv', `Kunde;Telefon;Gerät;Status;Preis;Datum\n${lines.join('\n')}\n`)
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText('$1,250.00')).toBeVisible()
  await expect.element(preview.getByText('Mar 5, 2026')).toBeVisible()
  await expect.element(preview.getByText('Day first')).toBeInTheDocument()
  await expect.element(screen.getByText('Phone is not a phone number: 2 times, first in line 3')).toBeVisible()
  await expect.element(screen.getByText('Created is not a date: line 3')).toBeVisible()
  await expect.element(screen.getByText('Abgeholt × 2')).toBeVisible()
  await expect.element(screen.getByLabelText('What Regal 4 comes in as')).toHaveValue(orderStatusIdByName.Diagnosis)
  await screen.getByLabelText('What Regal 4 comes in as').selectOptions('Fixed')
  await expect.element(screen.getByText('Not known')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Try it out' }).click()
  const reading = { Datum: 'day-first', Preis: ',' }
  await expect
    .poll(() => send.mock.calls.map(([, body]) => [body.statuses, Object.fromEntries((body.columns ?? []).map(({ header, reading: one }) => [header, one]))]))
    .toMatchObject([[[{ text: 'Regal 4', statusId: orderStatusIdByName.Fixed }], reading]])
})

test('asks before it imports people without any phone number and e-mail', async () => {
  const send = vi.fn<Send>(async () => answerOf({ created: 1 }))
  const { screen, choose } = await open(send)
  await choose('c.csv', 'Name,Fon\nA,555 010 2233\n')
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(screen.getByText(/^No phone number and no e-mail is taken from this file\./)).toBeVisible()
  expect(send).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Import without them' }).click()
  await expect.element(screen.getByText('Done. 1 customer imported, 0 were there already, 0 lines refused.')).toBeVisible()
  await screen.getByLabelText('What Fon is').selectOptions('phone')
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.poll(() => send.mock.calls.length).toBe(2)
})

test('says what a file is that is no table, and what is missing without a connection', async () => {
  const { screen, choose } = await open(async () => {
    throw new NetworkError()
  })
  await choose('a.xlsx', 'PK\u0003\u0004')
  await expect.element(screen.getByText('This is a spreadsheet or a zip. Save the sheet as CSV, and choose that file.')).toBeVisible()
  await choose('c.csv', 'Name,Phone\nA,5550101\n')
  await screen.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(screen.getByText(/^The import stopped: This needs a connection\. 0 customers imported/)).toBeVisible()
})

test('exports with the size so far, and saves nothing when cancelled (CSV-02)', async () => {
  const get = async (_shop: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> => {
    onBytes(2_500_000)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const screen = await render(<ExportSection shopId="shop" shopName="Shop" onBusy={() => {}} get={get} />)
  await screen.getByRole('button', { name: 'Export everything' }).click()
  await expect.element(screen.getByText('2.5 MB so far…')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel export' }).click()
  await expect.element(screen.getByText('Cancelled. Nothing was saved.')).toBeVisible()
})
