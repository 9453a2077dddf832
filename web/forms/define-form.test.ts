import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineCollection } from '#schema/collection.ts'
import {
  amount,
  count,
  flag,
  note,
  optionalAmount,
  optionalCountryCode,
  optionalInstant,
  optionalPhone,
  optionalReference,
  optionalText,
  text,
} from '#schema/fields.ts'
import { checkedBy, neededText } from './checked-by.ts'
import { defineForm, type FormOf, type ShownOf } from './define-form.ts'
import { toText } from './typed-fields.ts'

const shelves = defineCollection({
  name: 'shelves',
  fields: {
    name: text('Shelf name', { required: 'Name is required', max: 20 }),
    place: optionalText('Place', { max: 10 }),
    notes: note('Notes'),
    keeperId: optionalReference('Kept by', 'employees', { onParentDelete: { action: 'keep' } }),
    emptyAt: optionalInstant('Empty'),
    isHigh: flag('High up'),
    boxes: count('Boxes', { invalid: 'Boxes must be a number', initial: 3 }),
    rent: optionalAmount('Rent', { invalid: 'Rent must be a number' }),
    worth: amount('Worth', { required: 'Worth is required', invalid: 'Worth must be a number' }),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'shelf', titleField: 'name' },
  createdAtEditable: true,
})

const plain = defineForm(shelves, { name: {}, place: {}, notes: {}, keeperId: {}, emptyAt: {}, isHigh: {}, boxes: {}, rent: {} })
const row = { name: 'A 1', place: null, notes: 'left\n', keeperId: null, emptyAt: null, isHigh: true, boxes: 7, rent: 12.5 }

const problemsOf = (schema: z.ZodType, form: object): Record<string, string> =>
  Object.fromEntries((schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

describe('a form of a declared collection', () => {
  it('begins as the declaration says, in the order in which its fields are named', () => {
    expect(plain.empty).toEqual({ name: '', place: '', notes: '', keeperId: '', emptyAt: '', isHigh: false, boxes: '3', rent: '' })
    expect(Object.keys(defineForm(shelves, { rent: {}, name: {} }).empty)).toEqual(['rent', 'name'])
  })

  it('shows a row as texts and choices, and gives it back', () => {
    const form = plain.toForm(plain.toShown({ ...row, id: 'x', seq: 3 } as typeof row))
    expect(form).toEqual({ name: 'A 1', place: '', notes: 'left\n', keeperId: '', emptyAt: '', isHigh: true, boxes: '7', rent: '12.50' })
    expect(plain.toValues(form)).toEqual(row)
    expectTypeOf(form).toEqualTypeOf<FormOf<typeof plain>>()
    expectTypeOf<FormOf<typeof plain>['boxes']>().toEqualTypeOf<string>()
    expectTypeOf<FormOf<typeof plain>['isHigh']>().toEqualTypeOf<boolean>()
    expectTypeOf<ShownOf<typeof plain>['rent']>().toEqualTypeOf<number | null>()
  })

  it('drops blanks around a text, keeps the lines of one that is merged by line, and takes an emptied count for the first', () => {
    expect(plain.toValues({ ...plain.empty, name: ' A ', place: ' ', notes: ' b ', boxes: ' ' })).toMatchObject({
      name: 'A',
      place: null,
      notes: ' b ',
      boxes: 3,
    })
  })

  it('gives only what differs', () => {
    const opened = plain.toForm(row)
    expect(plain.toChanges(opened, { ...opened, place: 'left', name: 'A 1 ' })).toEqual({ place: 'left' })
  })

  it('says what the declaration says, unless it has words of its own', () => {
    const form = { ...plain.empty, place: 'x'.repeat(11), boxes: '1.5' }
    expect(problemsOf(plain.schema, form)).toEqual({ name: 'Name is required', place: 'Place must be at most 10 characters', boxes: 'Boxes must be a number' })
    const own = defineForm(shelves, { name: { required: 'Please name it', label: 'Called', inputLabel: 'Its name' }, isHigh: {} })
    expect(problemsOf(own.schema, { name: ' ', isHigh: false })).toEqual({ name: 'Please name it' })
    expect(problemsOf(own.schema, { name: 'x'.repeat(21), isHigh: false })).toEqual({ name: 'Shelf name must be at most 20 characters' })
    expect(own.problemOf('name', '')).toBe('Please name it')
    expect([own.labels, own.inputLabels]).toEqual([
      { name: 'Called', isHigh: 'High up' },
      { name: 'Its name', isHigh: 'High Up' },
    ])
  })

  it('calls a field as it wants, and has fields that no row has', () => {
    const form = defineForm(shelves, {
      amount: { field: 'worth', typed: checkedBy(shelves.fields.worth.schema), toValue: (typed) => Number(toText(typed)) },
      date: { field: 'createdAt', label: 'Date', toValue: (typed) => (typed === '' ? undefined : typed) },
      side: { field: null, label: 'Side', typed: neededText('Please choose a side', z.enum(['left', 'right'])), empty: '' },
      isSure: { field: null, label: 'Sure', empty: false },
    })
    const typed = { amount: '12.5', date: '', side: 'left', isSure: true }
    expect(form.toValues(typed)).toEqual({ worth: 12.5 })
    expect(form.toSeen({ amount: 3, date: 'd' })).toEqual({ worth: 3, createdAt: 'd' })
    expect([form.toField('worth'), form.toField('amount'), form.rowFields]).toEqual(['amount', undefined, { amount: 'worth', date: 'createdAt' }])
    expect(problemsOf(form.schema, { ...typed, side: '' })).toEqual({ side: 'Please choose a side' })
    expectTypeOf<FormOf<typeof form>>().toEqualTypeOf<{ amount: string; date: string; side: string; isSure: boolean }>()
  })

  it('has a phone with its country code, and none without', () => {
    const form = defineForm(
      shelves,
      { countryCode: {}, phone: {} },
      { phones: [{ code: 'countryCode', phone: 'phone', missingCode: 'Which country?', isPlusNone: true }] },
    )
    expect(form.empty).toEqual({ countryCode: '+1', phone: '' })
    expect(form.toValues({ countryCode: '44', phone: '(555) 123-4567' })).toEqual({ countryCode: '+44', phone: '5551234567' })
    expect(form.toValues({ countryCode: '+44', phone: '' })).toEqual({ countryCode: null, phone: null })
    expect(problemsOf(form.schema, { countryCode: '+', phone: '5551234' })).toEqual({ countryCode: 'Which country?' })
    expect(problemsOf(form.schema, { countryCode: '', phone: '' })).toEqual({})
  })

  it('takes no field that its collection does not have', () => {
    // @ts-expect-error -- a letter too many
    expect(defineForm(shelves, { placce: {} }).labels).toEqual({ placce: 'placce' })
    // @ts-expect-error -- no such column
    expect(defineForm(shelves, { amount: { field: 'costs' } }).rowFields).toEqual({ amount: 'costs' })
  })
})
