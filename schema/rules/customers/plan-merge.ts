import type { Customer } from '../../collections/work/customers.ts'
import { foldText } from '../../values/customer-match.ts'
import { type Address, addressToText } from './address-lines.ts'
import { toPhoneKey } from './international-phone.ts'
import { type PhoneNumber, phoneToNote } from './keep-phone.ts'
import { readStrangers, strangersToText } from './strangers.ts'

/** Fields to choose from either customer; what was not chosen is kept in the notes, phones also as alternate phone. An address is chosen whole. */
export const mergeFields = ['name', 'phone', 'alternatePhone', 'email', 'company', 'address', 'taxId', 'language'] as const
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
  | 'noPhone'
  | keyof Particulars
  | 'taxExempt'
  | 'taxExemptReason'
>
type Particulars = Address & Pick<Customer, 'company' | 'taxId' | 'language'>
export type Reachable = Omit<Merged, 'name' | 'noMessages' | 'noPhone' | 'strangers' | 'taxExempt' | 'taxExemptReason'>
type Side = Merged & Pick<Customer, 'updatedAt'>
export type MergePair = { stays: Side; goes: Side }

/** Per field the non-empty value; if both have one, the more recently changed customer's. */
export function preselectMerge({ stays, goes }: MergePair): MergeChoices {
  const newer: MergeSide = goes.updatedAt > stays.updatedAt ? 'goes' : 'stays'
  const choose = (field: MergeField): MergeSide => {
    if (textOf(goes, field) === '') return 'stays'
    return textOf(stays, field) === '' ? 'goes' : newer
  }
  return toMergeChoices(choose)
}

export const toMergeChoices = (choose: (field: MergeField) => MergeSide): MergeChoices => ({
  name: choose('name'),
  phone: choose('phone'),
  alternatePhone: choose('alternatePhone'),
  email: choose('email'),
  company: choose('company'),
  address: choose('address'),
  taxId: choose('taxId'),
  language: choose('language'),
})

const textOf = (side: Side, field: MergeField): string => (field === 'address' ? addressToText(side) : (side[field] ?? ''))

/** `label`: of the line that keeps the other customer's. */
const particulars = [
  { field: 'company', label: 'Other company', toText: ({ company }: Particulars) => toLine(company) },
  { field: 'address', label: 'Other address', toText: addressToText },
  { field: 'taxId', label: 'Other tax ID', toText: ({ taxId }: Particulars) => toLine(taxId) },
  { field: 'language', label: 'Other language', toText: ({ language }: Particulars) => toLine(language) },
] as const

const toLine = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()

const isOther = (text: string, kept: string): boolean => text !== '' && foldText(text) !== foldText(kept)

/** The chosen customer's, if there are any; `others`: lines that keep what differs. */
function planParticulars({ stays, goes }: MergePair, choices: MergeChoices): { merged: Particulars; others: string[] } {
  const others: string[] = []
  const pick = (field: (typeof particulars)[number]['field']): Side => {
    const [chosen, other] = choices[field] === 'stays' ? [stays, goes] : [goes, stays]
    return textOf(chosen, field) === '' ? other : chosen
  }
  for (const { field, label, toText } of particulars) {
    const kept = toText(pick(field))
    for (const text of [stays, goes].map(toText)) if (isOther(text, kept)) others.push(`${label}: ${text}`)
  }
  const { street, postalCode, city, region, country } = pick('address')
  const merged = {
    company: pick('company').company,
    street,
    postalCode,
    city,
    region,
    country,
    taxId: pick('taxId').taxId,
    language: pick('language').language,
  }
  return { merged, others }
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
  const { merged, others: otherParticulars } = planParticulars(pair, choices)
  return {
    name,
    countryCode: main?.countryCode ?? null,
    phone: main?.phone ?? null,
    phoneUnconfirmed: main?.isUnconfirmed ?? false,
    noPhone: main === undefined && (stays.noPhone || goes.noPhone),
    alternateCountryCode: alternate?.countryCode ?? null,
    alternatePhone: alternate?.phone ?? null,
    alternatePhoneUnconfirmed: alternate?.isUnconfirmed ?? false,
    email,
    // It is confirmed where one of them was.
    emailUnconfirmed: email !== null && [stays, goes].every((side) => side.emailUnconfirmed || side.email?.toLowerCase() !== email.toLowerCase()),
    ...merged,
    customerNotes: joinNotes([
      stays.customerNotes,
      goes.customerNotes,
      ...others.map(phoneToNote),
      ...(chosen === null ? [] : otherEmails.map(emailToLine)),
      ...otherParticulars,
    ]),
    // Either customer's opt-out counts.
    noMessages: stays.noMessages || goes.noMessages,
    ...mergeExemption(stays, goes),
    strangers: strangersToText([...readStrangers(stays.strangers), ...readStrangers(goes.strangers)]),
  }
}

/**
 * Lines for the notes: what the merged customer has that the other lacks because they were added during the
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
    ...particulars.flatMap(({ label, toText }) => {
      const line = `${label}: ${toText(goes)}`
      return isOther(toText(goes), toText(stays)) && !noted.some((one) => !isOther(line, one)) ? [line] : []
    }),
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

/** Either customer's exemption counts, with its reason. */
export const mergeExemption = (stays: Exemption, goes: Exemption): Exemption => ({
  taxExempt: stays.taxExempt || goes.taxExempt,
  taxExemptReason: (stays.taxExempt || !goes.taxExempt ? stays.taxExemptReason : null) ?? goes.taxExemptReason,
})

type Exemption = Pick<Customer, 'taxExempt' | 'taxExemptReason'>
