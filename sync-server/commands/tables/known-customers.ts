import type { ReadPhone } from '#schema/rules/import/read-cells.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { Target } from './table-target.ts'

export type Person = { name: string; phone: ReadPhone | null; email: string | null }

type Known = { id: string; foldedName: string }

/** The shop's customers by what a file may name them by: those that were there, and those of the lines before. */
export class KnownCustomers {
  readonly #target: Target
  readonly #byContact = new Map<string, Known[]>()
  #hasEmails = false

  constructor(target: Target) {
    this.#target = target
  }

  /** Reads the customers of the shop that have these phones and addresses: phones by their index, addresses all at once, for which there is none. */
  async learn(people: readonly Person[]): Promise<void> {
    const phones = [...new Set(people.flatMap(({ phone }) => phone?.phone ?? []))].filter((phone) => !this.#byContact.has(phoneKey(phone)))
    for (const phone of phones) this.#byContact.set(phoneKey(phone), [])
    const hasEmails = people.some(({ email }) => email !== null)
    const rows = [
      ...(phones.length === 0 ? [] : await this.#select().where('phone', 'in', phones).execute()),
      ...(phones.length === 0 ? [] : await this.#select().where('alternate_phone', 'in', phones).execute()),
      ...(hasEmails && !this.#hasEmails ? await this.#select().where('email', 'is not', null).execute() : []),
    ]
    this.#hasEmails ||= hasEmails
    for (const { id, name, phone, alternatePhone, email } of rows.toSorted(byAge)) {
      for (const number of [phone, alternatePhone]) if (number !== null) this.#note(phoneKey(number), id, name)
      if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
    }
  }

  #select() {
    const { reader, shopId } = this.#target
    return reader
      .selectFrom('customers')
      .select(['id', 'name', 'phone', 'alternate_phone as alternatePhone', 'email', 'created_at as createdAt'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
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

const byAge = (one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): number =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id) ? -1 : 1

const phoneKey = (phone: string): string => `phone ${phone}`
const emailKey = (email: string): string => `email ${email}`
