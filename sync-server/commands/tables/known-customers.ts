import type { ReadPhone } from '#schema/rules/import/read-phones.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { Target } from './table-target.ts'

export type Person = { name: string; phone: ReadPhone | null; email: string | null }

/** Filtered e-mail look-ups before all e-mails are loaded; enough for one part of a file. */
const emailReadsMost = 4

type Known = { id: string; foldedName: string }

/** Customers of the shop and of earlier lines, indexed by name, phone and e-mail. */
export class KnownCustomers {
  readonly #target: Target
  readonly #byContact = new Map<string, Known[]>()
  readonly #asked = new Set<string>()
  #emailReads = 0

  constructor(target: Target) {
    this.#target = target
  }

  async learn(people: readonly Person[]): Promise<void> {
    for (const { id, name, phone, alternatePhone } of await this.#readByPhone(people)) {
      for (const number of [phone, alternatePhone]) if (number !== null) this.#note(phoneKey(number), id, name)
    }
    for (const { id, name, email } of await this.#readByEmail(people)) if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
  }

  async #readByPhone(people: readonly Person[]) {
    const phones = [...new Set(people.flatMap(({ phone }) => phone?.phone ?? []))].filter((phone) => this.#isNew(phoneKey(phone)))
    if (phones.length === 0) return []
    const rows = [...(await this.#select().where('phone', 'in', phones).execute()), ...(await this.#select().where('alternate_phone', 'in', phones).execute())]
    return rows.toSorted(byAge)
  }

  /** E-mails have no index, so each look-up scans the shop; after `emailReadsMost` look-ups, load all of them once. */
  async #readByEmail(people: readonly Person[]) {
    const emails = [...new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []))].filter((email) => this.#isNew(emailKey(email)))
    if (emails.length === 0 || this.#emailReads > emailReadsMost) return []
    this.#emailReads += 1
    const withEmail = this.#select().where('email', 'is not', null)
    const found = this.#emailReads > emailReadsMost ? withEmail : withEmail.where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails))
    return (await found.execute()).toSorted(byAge)
  }

  /** Whether the key was not looked up yet; records it. */
  #isNew(key: string): boolean {
    const isNew = !this.#asked.has(key)
    this.#asked.add(key)
    return isNew
  }

  #select() {
    const { reader, shopId } = this.#target
    return reader
      .selectFrom('customers')
      .select(['id', 'name', 'phone', 'alternate_phone as alternatePhone', 'email', 'created_at as createdAt'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
  }

  /** The customer with the same name among those with the same phone or e-mail. */
  findSame(person: Person): string | undefined {
    const foldedName = foldText(person.name)
    return this.#findAll(person).find((known) => known.foldedName === foldedName)?.id
  }

  /** Falls back to any customer with the phone or e-mail: families share phones. */
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
