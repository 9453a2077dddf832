import { sql } from 'kysely'
import type { ReadPhone } from '#schema/rules/import/read-cells.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { Target } from './table-target.ts'

export type Person = { name: string; phone: ReadPhone | null; email: string | null }

type Known = { id: string; foldedName: string }

/** The shop's customers by what a file may name them by: those that were there, and those of the lines before. */
export class KnownCustomers {
  readonly #target: Target
  readonly #byContact = new Map<string, Known[]>()

  constructor(target: Target) {
    this.#target = target
  }

  /** Reads the customers of the shop that have these phones and addresses. */
  async learn(people: readonly Person[]): Promise<void> {
    const unknown = (contacts: readonly (string | undefined)[], toKey: (contact: string) => string): string[] =>
      [...new Set(contacts)].filter((contact) => contact !== undefined).filter((contact) => !this.#byContact.has(toKey(contact)))
    const phones = unknown(
      people.map(({ phone }) => phone?.phone),
      phoneKey,
    )
    const emails = unknown(
      people.map(({ email }) => email?.toLowerCase()),
      emailKey,
    )
    for (const key of [...phones.map(phoneKey), ...emails.map(emailKey)]) this.#byContact.set(key, [])
    if (phones.length === 0 && emails.length === 0) return
    const { reader, shopId } = this.#target
    // An empty list is not SQL everywhere; no number and no address is ''.
    const [amongPhones, amongEmails] = [
      [...phones, ''],
      [...emails, ''],
    ]
    const rows = await reader
      .selectFrom('customers')
      .select(['id', 'name', 'phone', 'alternate_phone as alternatePhone', 'email'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .where((where) =>
        where.or([where('phone', 'in', amongPhones), where('alternate_phone', 'in', amongPhones), where(sql<string>`lower(email)`, 'in', amongEmails)]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { id, name, phone, alternatePhone, email } of rows) {
      for (const number of [phone, alternatePhone]) if (number !== null) this.#note(phoneKey(number), id, name)
      if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
    }
  }

  /** The one of this name among those with the same phone or address. */
  findSame(person: Person): string | undefined {
    const foldedName = foldText(person.name)
    return this.#findAll(person).find((known) => known.foldedName === foldedName)?.id
  }

  /** The same; else whoever has the number or the address: a family's phone is written under one of its names. */
  findAny(person: Person): string | undefined {
    return this.findSame(person) ?? this.#findAll(person)[0]?.id
  }

  add(id: string, { name, phone, email }: Person): void {
    if (phone !== null) this.#note(phoneKey(phone.phone), id, name)
    if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
  }

  #findAll({ phone, email }: Person): Known[] {
    const of = (key: string): Known[] => this.#byContact.get(key) ?? []
    return [...(phone === null ? [] : of(phoneKey(phone.phone))), ...(email === null ? [] : of(emailKey(email.toLowerCase())))]
  }

  #note(key: string, id: string, name: string): void {
    const known = this.#byContact.get(key) ?? []
    if (!known.some((one) => one.id === id)) known.push({ id, foldedName: foldText(name) })
    this.#byContact.set(key, known)
  }
}

const phoneKey = (phone: string): string => `phone ${phone}`
const emailKey = (email: string): string => `email ${email}`
