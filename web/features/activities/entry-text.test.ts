import { expect, it } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { createFormat } from '#schema/rules/shop/format.ts'
import { type ActivityEntry, tell } from '#schema/rules/text/activity-entry.ts'
import { things } from '#schema/texts/staff/things.ts'
import { activityToText, readMerge } from './entry-text.ts'

const format = createFormat({ currency: 'EUR', locale: 'en-GB', timeZone: 'Europe/Berlin' }, { locale: 'en-US', timeZone: 'UTC' })

const toText = (entry: ActivityEntry): string =>
  activityToText({ auditText: 'As the server wrote it', kind: entry.kind, values: JSON.stringify(entry.values), createdAt: '2026-11-27T10:00:00.000Z' }, format)

const subject = tell('subjectOf', { thing: { thing: 'orders' }, title: "Ann's iPhone {12}", customer: 'Ann' })

it('LANG-02: an activity tells what changed, with the days, times and money of the shop', () => {
  const changes = [
    tell('fieldFromTo', { field: { field: 'Due Date' }, from: { instant: '2026-11-28T23:30:00.000Z' }, to: { instant: '2027-01-02T09:00:00.000Z' } }),
    tell('fieldSet', { field: { field: 'Quoted cost' }, to: { amount: 30 } }),
    tell('fieldRemoved', { field: { field: 'IMEI' }, from: '35' }),
  ]
  expect(toText(tell('changed', { subject, changes }))).toBe(
    "Order 'Ann's iPhone {12}' of Ann: Due Date changed from '29 Nov, 0:30' to '2 Jan 2027, 10:00', Quoted cost set to '€30.00', IMEI '35' removed",
  )
})

it('an entry without values, or of a kind that this version does not know, is shown as the server wrote it', () => {
  expect(activityToText({ auditText: 'As it was', kind: null, values: null, createdAt: '2026-11-27T10:00:00.000Z' }, format)).toBe('As it was')
  expect(toText({ kind: 'teleported' as 'created', values: { subject } })).toBe('As the server wrote it')
})

it('the names of a merge are read from its entry alone', () => {
  const values = JSON.stringify(tell('merged', { goes: "Ann 'Lee'", stays: 'Bo' }).values)
  expect(readMerge({ kind: 'merged', values })).toEqual({ goes: "Ann 'Lee'", stays: 'Bo' })
  expect(readMerge({ kind: 'created', values })).toBeUndefined()
})

it.each(Object.values(collectionByName).map(({ name, audit }) => [name, audit.noun] as const))(
  'the noun of %s is the one that its collection declares',
  (name, noun) => {
    expect(things.one[name]).toBe(noun)
  },
)
