import { foldText } from '../../values/customer-match.ts'
import { toPhoneKey } from './international-phone.ts'
import type { PhoneFields } from './phone-pairs.ts'
import { readStrangers } from './strangers.ts'

const duplicateReasons = ['phone', 'email', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

type Likely = { id: string; reasons: readonly DuplicateReason[] }

/** `of`: the earlier member it probably duplicates; undefined for the first. */
type Member = Likely & { of: string | undefined }

type Compared = PhoneFields & { id: string; name: string; email: string | null; erasedAt: string | null; strangers?: string | null }

/** More customers of one name are treated as namesakes. */
const namesakesMost = 5
function toKeys(customer: Compared, ownCode: string): string[] {
  if (customer.erasedAt !== null) return []
  const phones = [
    toPhoneKey(customer.countryCode, customer.phone, ownCode),
    toPhoneKey(customer.alternateCountryCode, customer.alternatePhone, ownCode),
  ].flatMap((phone) => (phone === undefined ? [] : [`phone ${phone}`]))
  const email = foldText(customer.email ?? '').trim()
  const name = foldText(customer.name).replace(/\s+/g, ' ').trim()
  return [...new Set([...phones, ...(email === '' ? [] : [`email ${email}`]), ...(name === '' ? [] : [`name ${name}`])])]
}

const reasonOf = (key: string): DuplicateReason => duplicateReasons.find((reason) => key.startsWith(`${reason} `)) ?? 'name'

/** Index of customers by what duplicates share. Put a customer once, and again on every change. */
export class DuplicateIndex {
  readonly #ownCode: string
  readonly #keysById = new Map<string, readonly string[]>()
  readonly #idsByKey = new Map<string, Set<string>>()
  readonly #strangersById = new Map<string, ReadonlySet<string>>()

  constructor(ownCode: string) {
    this.#ownCode = ownCode
  }

  put(customer: Compared): void {
    this.remove(customer.id)
    const keys = toKeys(customer, this.#ownCode)
    this.#keysById.set(customer.id, keys)
    const strangers = readStrangers(customer.strangers)
    if (strangers.length > 0) this.#strangersById.set(customer.id, new Set(strangers))
    for (const key of keys) this.#idsByKey.set(key, (this.#idsByKey.get(key) ?? new Set()).add(customer.id))
  }

  remove(id: string): void {
    for (const key of this.#keysById.get(id) ?? []) {
      const ids = this.#idsByKey.get(key)
      ids?.delete(id)
      if (ids?.size === 0) this.#idsByKey.delete(key)
    }
    this.#keysById.delete(id)
    this.#strangersById.delete(id)
  }

  likelyOf(id: string): Likely[] {
    const reasonsById = new Map<string, Set<DuplicateReason>>()
    for (const key of this.#keysById.get(id) ?? [])
      for (const other of this.#sharing(key))
        if (other !== id && !this.#areStrangers(id, other)) reasonsById.set(other, (reasonsById.get(other) ?? new Set()).add(reasonOf(key)))
    const likely = [...reasonsById].map(([other, reasons]) => ({ id: other, reasons: duplicateReasons.filter((reason) => reasons.has(reason)) }))
    return likely.sort((one, other) => toRank(one) - toRank(other) || (one.id < other.id ? -1 : 1))
  }

  /** Groups of probable duplicates; disjoint, in the order of their first members. */
  groups(): Member[][] {
    const done = new Set<string>()
    const groups: Member[][] = []
    for (const id of this.#keysById.keys()) {
      if (done.has(id)) continue
      const members = [id]
      const ofById = new Map<string, string>()
      done.add(id)
      for (const member of members) {
        for (const { id: other } of this.likelyOf(member)) {
          if (done.has(other)) continue
          done.add(other)
          members.push(other)
          ofById.set(other, member)
        }
      }
      if (members.length > 1)
        groups.push(members.map((member) => ({ id: member, reasons: this.#reasonsOf(member, ofById.get(member)), of: ofById.get(member) })))
    }
    return groups
  }

  #areStrangers(one: string, other: string): boolean {
    return this.#strangersById.get(one)?.has(other) === true || this.#strangersById.get(other)?.has(one) === true
  }

  #reasonsOf(id: string, of: string | undefined): DuplicateReason[] {
    const likely = this.likelyOf(id)
    const reasons = new Set(likely.flatMap((one) => (of === undefined || one.id === of ? one.reasons : [])))
    return duplicateReasons.filter((reason) => reasons.has(reason))
  }

  #sharing(key: string): ReadonlySet<string> {
    const ids = this.#idsByKey.get(key) ?? new Set<string>()
    return reasonOf(key) === 'name' && ids.size > namesakesMost ? new Set() : ids
  }
}

const toRank = ({ reasons: [first = 'name'] }: Likely): number => duplicateReasons.indexOf(first)
