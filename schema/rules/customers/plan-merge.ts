import type { Customer } from '../../collections/work/customers.ts'
import { toPhoneKey } from './international-phone.ts'
import { type PhoneNumber, phoneToNote } from './keep-phone.ts'
import { readStrangers, strangersToText } from './strangers.ts'

/** Fields to choose from either customer; all phones and notes are kept anyway. */
export const mergeFields = ['name', 'phone', 'alternatePhone', 'email'] as const
export type MergeField = (typeof mergeFields)[number]

export type MergeSide = 'stays' | 'goes'
export type MergeChoices = Readonly<Record<MergeField, MergeSide>>

type Merged = Pick<
  Customer,
  | 'name'
  | 'countryCode'
  | 'phone'
  | 'phoneUnconfirmed'
  | 'alternateCountryCode'
  | 'alternatePhone'
  | 'alternatePhoneUnconfirmed'
  | 'email'
  | 'emailUnconfirmed'
  | 'customerNotes'
  | 'strangers'
  | 'noMessages'
>
export type Reachable = Omit<Merged, 'name' | 'noMessages' | 'strangers'>
type Side = Merged & Pick<Customer, 'updatedAt'>
export type MergePair = { stays: Side; goes: Side }

/** Per field the non-empty value; if both have one, the more recently changed customer's. */
export function preselectMerge({ stays, goes }: MergePair): MergeChoices {
  const newer: MergeSide = goes.updatedAt > stays.updatedAt ? 'goes' : 'stays'
  const choose = (field: MergeField): MergeSide => {
    if ((goes[field] ?? '') === '') return 'stays'
    return (stays[field] ?? '') === '' ? 'goes' : newer
  }
  return { name: choose('name'), phone: choose('phone'), alternatePhone: choose('alternatePhone'), email: choose('email') }
}

/**
 * New content of the customer that stays. A phone that was not chosen becomes the alternate phone or a line of the
 * notes; an e-mail address a line of the notes.
 */
export function planMerge(pair: MergePair, choices: MergeChoices, ownCode: string): Merged {
  const { stays, goes } = pair
  const sideOf = (field: MergeField): Side => pair[choices[field]]
  const all = uniquePhones(
    [mainOf(sideOf('phone')), alternateOf(sideOf('alternatePhone')), ...[stays, goes].flatMap((side) => [mainOf(side), alternateOf(side)])],
    ownCode,
  )
  const [main, alternate, ...others] = all
  const { name } = sideOf('name')
  const chosen = sideOf('email').email
  const otherEmails = [stays.email, goes.email].filter((one): one is string => one !== null && one.toLowerCase() !== chosen?.toLowerCase())
  const email = chosen ?? otherEmails[0] ?? null
  return {
    name,
    countryCode: main?.countryCode ?? null,
    phone: main?.phone ?? null,
    phoneUnconfirmed: main?.isUnconfirmed ?? false,
    alternateCountryCode: alternate?.countryCode ?? null,
    alternatePhone: alternate?.phone ?? null,
    alternatePhoneUnconfirmed: alternate?.isUnconfirmed ?? false,
    email,
    // It is confirmed where one of them was.
    emailUnconfirmed: email !== null && [stays, goes].every((side) => side.emailUnconfirmed || side.email?.toLowerCase() !== email.toLowerCase()),
    customerNotes: joinNotes([stays.customerNotes, goes.customerNotes, ...others.map(phoneToNote), ...(chosen === null ? [] : otherEmails.map(emailToLine))]),
    // Either customer's opt-out counts.
    noMessages: stays.noMessages || goes.noMessages,
    strangers: strangersToText([...readStrangers(stays.strangers), ...readStrangers(goes.strangers)]),
  }
}

/**
 * Lines for the notes: phones and notes of the merged customer that the other lacks because they were added during the
 * merge. Empty for the result of `planMerge`.
 */
export function findLeftOut({ stays, goes }: { stays: Reachable; goes: Reachable }, ownCode: string): string[] {
  const noted = linesOf(stays.customerNotes)
  const known = uniquePhones([mainOf(stays), alternateOf(stays), ...noted.map(lineToPhone)], ownCode)
  const phones = uniquePhones([...known, mainOf(goes), alternateOf(goes)], ownCode).slice(known.length)
  const email = goes.email?.toLowerCase() ?? ''
  const isEmailKnown = email === stays.email?.toLowerCase() || noted.some((line) => line.toLowerCase().includes(email))
  return [
    ...linesOf(goes.customerNotes).filter((line) => !noted.includes(line)),
    ...phones.map(phoneToNote),
    ...(goes.email === null || isEmailKnown ? [] : [emailToLine(goes.email)]),
  ]
}

const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function lineToPhone(line: string): PhoneNumber | undefined {
  const [, countryCode = null, phone] = /^Other phone: (?:(\+\d+) )?([\d-]+)$/.exec(line) ?? []
  return phone === undefined ? undefined : { countryCode, phone, isUnconfirmed: false }
}

const emailToLine = (email: string): string => `Other email: ${email}`

const mainOf = ({ countryCode, phone, phoneUnconfirmed }: Reachable): PhoneNumber | undefined =>
  phone === null ? undefined : { countryCode, phone, isUnconfirmed: phoneUnconfirmed }

const alternateOf = ({ alternateCountryCode, alternatePhone, alternatePhoneUnconfirmed }: Reachable): PhoneNumber | undefined =>
  alternatePhone === null ? undefined : { countryCode: alternateCountryCode, phone: alternatePhone, isUnconfirmed: alternatePhoneUnconfirmed }

/** Each number once, in its first spelling; confirmed if any of its occurrences was. */
function uniquePhones(numbers: readonly (PhoneNumber | undefined)[], ownCode: string): PhoneNumber[] {
  const byKey = new Map<string, PhoneNumber>()
  for (const number of numbers) {
    if (number === undefined) continue
    const key = toPhoneKey(number.countryCode, number.phone, ownCode) ?? number.phone
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? number : { ...known, isUnconfirmed: known.isUnconfirmed && number.isUnconfirmed })
  }
  return [...byKey.values()]
}

function joinNotes(notes: readonly (string | null)[]): string | null {
  let joined = ''
  for (const note of notes) {
    const text = (note ?? '').trim()
    if (text === '' || `\n${joined}\n`.includes(`\n${text}\n`)) continue
    joined = joined === '' ? text : `${joined}\n${text}`
  }
  return joined === '' ? null : joined
}
