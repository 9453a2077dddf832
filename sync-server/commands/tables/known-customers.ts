import { phoneToSpellings, toPhoneKey } from '#schema/rules/customers/international-phone.ts'
import type { ReadPhone } from '#schema/rules/import/read-phones.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { Target } from './table-target.ts'

export type Person = { name: string; phone: ReadPhone | null; email: string | null }

/** Filtered e-mail look-ups before all e-mails are loaded; enough for one part of a file. */
const emailReadsMost = 4

/** Customers with a phone or an e-mail: the oldest, and the oldest of each folded name. */
type Known = { first: string; idByName: Map<string, string> }

/** Customers of the shop and of earlier lines, indexed by name, phone and e-mail. */
export class KnownCustomers {
  readonly #target: Target
  readonly #byContact = new Map<string, Known>()
  readonly #asked = new Set<string>()
  #emailReads = 0

  constructor(target: Target) {
    this.#target = target
  }

  async learn(people: readonly Person[]): Promise<void> {
    for (const { id, name, countryCode, phone, alternateCountryCode, alternatePhone } of await this.#readByPhone(people)) {
      this.#note(phoneKey(countryCode, phone), id, name)
      this.#note(phoneKey(alternateCountryCode, alternatePhone), id, name)
    }
    for (const { id, name, email } of await this.#readByEmail(people)) if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
  }

  async #readByPhone(people: readonly Person[]) {
    const numbers = people.flatMap(({ phone }) => phone ?? []).filter(({ countryCode, phone }) => this.#isNew(phoneKey(countryCode, phone)))
    const phones = [...new Set(numbers.flatMap(({ countryCode, phone }) => phoneToSpellings(countryCode, phone)))]
    if (phones.length === 0) return []
    const rows = [...(await this.#select().where('phone', 'in', phones).execute()), ...(await this.#select().where('alternate_phone', 'in', phones).execute())]
    return rows.toSorted(byAge)
  }

  /** E-mails have no index, so each look-up scans the shop; after `emailReadsMost` look-ups, load all of them once. */
  async #readByEmail(people: readonly Person[]) {
    const emails = [...new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []))].filter((email) => this.#isNew(emailKey(email)))
    if (emails.length === 0 || this.#emailReads > emailReadsMost) return []
    this.#emailReads += 1
    const withEmail = this.#select().where('email', 'is not', null).where('email_unconfirmed', '=', 0)
    const found = this.#emailReads > emailReadsMost ? withEmail : withEmail.where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails))
    return (await found.execute()).toSorted(byAge)
  }

  /** Nobody has asked for it; from now on somebody has. */
  #isNew(key: string | undefined): boolean {
    if (key === undefined) return false
    const isNew = !this.#asked.has(key)
    this.#asked.add(key)
    return isNew
  }

  #select() {
    const { reader, shopId } = this.#target
    return reader
      .selectFrom('customers')
      .select(['id', 'name', 'country_code as countryCode', 'phone', 'email', 'created_at as createdAt'])
      .select(['alternate_country_code as alternateCountryCode', 'alternate_phone as alternatePhone'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
  }

  /** The customer with the same name among those with the same phone or e-mail. */
  findSame(person: Person): string | undefined {
    const foldedName = foldText(person.name)
    return this.#findAll(person).flatMap(({ idByName }) => idByName.get(foldedName) ?? [])[0]
  }

  /** Falls back to any customer with the phone or e-mail: families share phones. */
  findAny(person: Person): string | undefined {
    return this.findSame(person) ?? this.#findAll(person)[0]?.first
  }

  add(id: string, { name, phone, email }: Person): void {
    if (phone !== null) this.#note(phoneKey(phone.countryCode, phone.phone), id, name)
    if (email !== null) this.#note(emailKey(email.toLowerCase()), id, name)
  }

  #findAll({ phone, email }: Person): Known[] {
    const keys = [...(phone === null ? [] : [phoneKey(phone.countryCode, phone.phone)]), ...(email === null ? [] : [emailKey(email.toLowerCase())])]
    return keys.flatMap((key) => (key === undefined ? [] : (this.#byContact.get(key) ?? [])))
  }

  #note(key: string | undefined, id: string, name: string): void {
    if (key === undefined) return
    const known = this.#byContact.get(key) ?? { first: id, idByName: new Map() }
    this.#byContact.set(key, known)
    const foldedName = foldText(name)
    if (!known.idByName.has(foldedName)) known.idByName.set(foldedName, id)
  }
}

const byAge = (one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): number =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id) ? -1 : 1

/** Undefined for what is nobody's number. */
function phoneKey(countryCode: string | null, phone: string | null): string | undefined {
  const key = toPhoneKey(countryCode, phone, '')
  return key && `phone ${key}`
}
const emailKey = (email: string): string => `email ${email}`
