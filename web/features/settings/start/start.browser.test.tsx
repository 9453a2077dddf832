import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { v7 } from 'uuid'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { guessCountry, suggestRegion } from '#schema/rules/shop/suggest-region.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { reads } from '#web/api/admin-api.ts'
import { useBootstrap, useShopRows } from '#web/device/react/use-device.ts'
import type { Rest, RestCall } from '#web/testing/answer-rest.ts'
import { customerInput, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { expectTexts } from '#web/testing/screen.ts'
import { createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'
import { FirstSteps } from '../app/first-steps.tsx'
import { OnlineWork, useOnline } from '../online/online-work.tsx'
import { StartPage } from './start-page.tsx'

type Person = { id: string; name: string; login_id: string; hasShop: boolean; privileges: Set<string> }

let shop: TestShop

/** The server's rows, the received requests, and whose answer is lost. */
let people: Person[]
let rates: Record<string, unknown>[]
let workers: string[]
let rules: unknown[]
let profiles: Record<string, unknown>[]
let madeShops: string[]
let losesAnswerOf: string | undefined

const personOf = (name: string, privileges: readonly string[] = [], hasShop = privileges.length > 0, id = v7()): Person => ({
  id,
  name,
  login_id: name.toLowerCase().replaceAll(' ', '.'),
  hasShop,
  privileges: new Set(privileges),
})
const toUser = ({ id, name, login_id }: Person): SessionUser => ({
  id,
  name,
  login_id,
  email: null,
  phone: null,
  countryCode: null,
  alternatePhone: null,
  alternateCountryCode: null,
  language: null,
})
const findPerson = (id: string | undefined): Person => people.find((person) => person.id === id) ?? personOf('Nobody')

const textsOf = (body: unknown): Record<string, string> => (body ?? {}) as Record<string, string>

const answers: Rest = {
  'GET /api/users': () => people.map(toUser),
  'GET /api/users/accounts': () =>
    people.map(({ id, hasShop, privileges }) => ({ userId: id, disabledAt: null, secondFactorOn: false, hasShop, hasPrivilege: privileges.size > 0 })),
  'POST /api/users/create-with-optional-credentials': ({ body }) => {
    const made = personOf(textsOf(body)['name'] ?? '')
    made.login_id = textsOf(body)['login_id'] ?? made.login_id
    people = [...people, made]
    return { ...toUser(made), password: `made-for-${made.login_id}` }
  },
  'GET /api/users/*/shops': ({ parts: [id] }) => (findPerson(id).hasShop ? [{ id: shop.id }] : []),
  'GET /api/users/*/privileges': ({ parts: [id] }) => privilegeRows.filter(({ privilegeName }) => findPerson(id).privileges.has(privilegeName)),
  'POST /api/users/*/privileges': ({ parts: [id], body }) => {
    const granted = privilegeRows.find((row) => row.id === textsOf(body)['privilegeId'])
    findPerson(id).privileges.add(granted?.privilegeName ?? '')
    return granted
  },
  'POST /api/shops/*/users': ({ body }) => {
    findPerson(textsOf(body)['userId']).hasShop = true
  },
  'GET /api/privileges': () => privilegeRows,
  'POST /api/shops': ({ body }) => {
    madeShops.push(textsOf(body)['name'] ?? '')
    return { id: shop.id }
  },
  'PUT /api/*/profile': ({ body }) => {
    profiles.push(textsOf(body))
  },
  'PUT /api/profile': ({ body }) => {
    findPerson(shop.person.userId).name = textsOf(body)['name'] ?? ''
  },
  'POST /api/shops/*/users/*/employee': ({ parts: [, userId = ''] }) => void workers.push(userId),
  'GET /api/*/tax-rates': () => rates,
  'POST /api/*/tax-rates': ({ body }) => void rates.push(textsOf(body)),
  'PUT /api/*/message-rules': ({ body }) => {
    rules = body as unknown[]
    return rules
  },
  'GET /api/backups': () => ({ isOn: false }),
  'GET /api/entities': () => [{ id: v7() }],
  'GET /api/entity-shop-mappings': () => [{ id: v7() }],
  'GET /api/shops': () => [shopOf()],
}
const rest: Rest = {}
for (const [address, answer] of Object.entries(answers)) {
  rest[address] = (call: RestCall) => {
    const found = answer(call)
    if (losesAnswerOf === undefined || call.method === 'GET' || !call.path.includes(losesAnswerOf)) return found
    losesAnswerOf = undefined
    throw new TypeError('Failed to fetch')
  }
}

const shopOf = (profile?: BootstrapShop['profile']): BootstrapShop => ({
  id: shop.id,
  name: 'Harbour Lab',
  code: 'harbour-lab',
  color: null,
  description: null,
  alias: null,
  config: { orderConfig: { statusColors: { greenEnd: 2, yellowEnd: 5 } }, customerPortal: false },
  ...(profile && { profile }),
})
const wholeShop = () => shopOf({ ...shopToProfile(shopOf()), currency: 'EUR', timeZone: 'Europe/Berlin', effectiveTimeZone: 'Europe/Berlin' })

beforeEach(() => {
  shop = makeShop({ employees: [], privileges: privilegeNames })
  people = [personOf('Administrator', privilegeNames, true, shop.person.userId)]
  ;[profiles, madeShops, rates, workers, rules, losesAnswerOf] = [[], [], [], [], [], undefined]
})
afterEach(() => void vi.restoreAllMocks())

/** Waits for the panel's answers; until they arrive the panel is hidden as well. */
function AllRead() {
  const answers = [useOnline(reads.entities), useOnline(reads.allShops), useOnline(reads.mappings), useOnline(reads.users), useOnline(reads.unplacedUsers)]
  const employees = useShopRows('employees', useBootstrap()?.shops[0]?.id ?? '')
  return <p>{answers.every(({ state }) => state === 'ready') && employees?.length === 1 && 'All is read'}</p>
}

async function open(part: 'guide' | 'panel', shops: readonly BootstrapShop[] = [wholeShop()]) {
  const toPage = (shown: readonly BootstrapShop[]) =>
    part === 'guide' ? (
      <StartPage shops={shown} appSettingsPath="/app-settings" shopSettingsPath="/shop-settings" shopToPath={(id) => `/${id}`} />
    ) : (
      <OnlineWork>
        <FirstSteps entitySettingsPath="/entity-settings" startPath="/app-settings/start" />
        <AllRead />
      </OnlineWork>
    )
  const { screen, writeAsOther } = await renderOnDevice(toPage(shops), {
    shop,
    rest,
    collections: ['employees', 'checklist_items', 'customers', 'orders', 'products'],
  })
  return { screen, writeAsOther, show: (shown: readonly BootstrapShop[]) => screen.rerender(toPage(shown)) }
}

const statusIdOf = (name: string): string | undefined => orderStatuses.find(({ statusName }) => statusName === name)?.id

async function choose(form: Locator, label: string, option: string) {
  await form.getByRole('button', { name: `Change ${label.toLowerCase()}` }).click()
  await form.getByRole('combobox', { name: label }).selectOptions(option)
}

type Screen = Awaited<ReturnType<typeof open>>['screen']

async function addColleague(screen: Screen, name: string, role = 'Technician') {
  const form = screen.getByRole('form', { name: 'New colleague' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: 'Role' }).selectOptions(role)
  await form.getByRole('button', { name: 'Add colleague' }).click()
}

test('the panel stays until everybody has a shop and a role, and counts those of more than 20 people too (START-01)', async () => {
  shop.server.put('employees', shop.id, { entityId: v7(), name: 'Robin' })
  const unplaced = Array.from({ length: 24 }, (_one, place) => personOf(`Person ${place}`))
  people.push(...unplaced)
  const { screen } = await open('panel')
  await expect
    .element(screen.getByText('still without: Person 0, Person 1, Person 2, Person 3, Person 4, Person 5, Person 6, Person 7 and 16 more'))
    .toBeVisible()
  await screen.unmount()
  unplaced.forEach((person) => (person.hasShop = true))
  unplaced.slice(1).forEach(({ privileges }) => privileges.add('view_activity'))
  const second = await open('panel')
  await expect.element(second.screen.getByText('still without: Person 0')).toBeVisible()
  await second.screen.unmount()
  unplaced[0]?.privileges.add('view_activity')
  const third = await open('panel')
  await expect.element(third.screen.getByText('All is read')).toBeVisible()
  await expect.element(third.screen.getByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
})

test('each role gives the privileges of its preset, and the shop', async () => {
  const { screen } = await open('guide')
  const given = { Technician: 1, 'Front desk': 4, Owner: privilegeNames.length }
  for (const [role, count] of Object.entries(given)) {
    await addColleague(screen, `Kofi ${role}`, role)
    const row = screen
      .getByRole('list', { name: 'People' })
      .getByRole('listitem')
      .filter({ hasText: `Kofi ${role}` })
    await expect.element(row).toMatchTextContent(new RegExp(`${role}$`))
    const person = people.find(({ name }) => name === `Kofi ${role}`)
    expect([person?.hasShop, person?.privileges.size]).toEqual([true, count])
  }
})

test('somebody added without a role says so, and gets it in the list', async () => {
  const { screen } = await open('guide')
  losesAnswerOf = '/privileges'
  await addColleague(screen, 'Kofi Anders', 'Front desk')
  await expect.element(screen.getByRole('list', { name: 'New sign-ins' })).toMatchTextContent(/kofi\.anders/)
  people.at(-1)?.privileges.clear()
  await screen.unmount()
  const again = await open('guide')
  const row = again.screen.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Kofi Anders' })
  await expect.element(row).toMatchTextContent(/No role yet/)
  await row.getByRole('combobox').selectOptions('Front desk')
  await row.getByRole('button', { name: 'Give role' }).click()
  await expect.element(row).toMatchTextContent(/Front desk$/)
  expect(people.at(-1)?.privileges.size).toBe(4)
})

test('a colleague whose answer was lost is not made twice, and the form says who is there', async () => {
  const { screen } = await open('guide')
  losesAnswerOf = '/create-with-optional-credentials'
  await addColleague(screen, 'Kofi Anders')
  await expect.element(screen.getByText(/^Not saved\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Add colleague' }).click()
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Kofi Anders is here already, as kofi.anders' }).first()).toBeVisible()
  expect(people.map(({ login_id }) => login_id)).toEqual(['administrator', 'kofi.anders'])
})

test('long names and sign-ins break within a phone', async () => {
  await page.viewport(390, 844)
  const { screen } = await open('guide')
  await addColleague(screen, 'Maximiliana'.repeat(6))
  await expect.element(screen.getByRole('list', { name: 'New sign-ins' }).getByRole('listitem')).toBeVisible()
  await expect.poll(() => screen.getByRole('list', { name: 'People' }).getByRole('listitem').elements().length).toBe(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the sheet holds every new sign-in and nothing else of the page, and is seen on paper alone', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const { screen } = await open('guide')
  await addColleague(screen, 'Kofi Anders')
  await expect.element(screen.getByRole('list', { name: 'New sign-ins' }).getByRole('listitem')).toBeVisible()
  await addColleague(screen, 'Mia Berg')
  await expect.poll(() => screen.getByRole('list', { name: 'New sign-ins' }).getByRole('listitem').elements().length).toBe(2)
  await screen.getByRole('button', { name: 'Print sign-ins' }).click()
  expect(print).toHaveBeenCalledOnce()
  const sheet = document.querySelector<HTMLElement>('.sign-in-sheet')
  expect(sheet?.checkVisibility()).toBe(false)
  expect([...(sheet?.querySelectorAll('dl') ?? [])].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Kofi Anders.*Sign in at http.*kofi\.anders.*made-for-kofi\.anders/),
    expect.stringMatching(/Mia Berg.*mia\.berg.*made-for-mia\.berg/),
  ])
  await screen.unmount()
  expect(document.querySelector('.sign-in-sheet')).toBeNull()
})

test('a shop that was left before its details is asked for them, with what this browser suggests', async () => {
  const { screen, show } = await open('guide', [shopOf()])
  const form = screen.getByRole('form', { name: 'Your shop' })
  await expect.element(form.getByRole('textbox', { name: 'Shop name' })).not.toBeInTheDocument()
  await form.getByRole('textbox', { name: 'Your name' }).fill('Olga Owner')
  const reader = { languages: navigator.languages, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  await choose(form, 'Currency', 'EUR')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => profiles).toMatchObject([{ ...suggestRegion(guessCountry(reader), reader), currency: 'EUR' }])
  expect(madeShops).toEqual([])
  await show([wholeShop()])
  await expect.element(screen.getByRole('heading', { name: 'Your shop (done)' })).toBeVisible()
})

test('what is usual in the country stands in a line each, can be changed, and makes the shop with its tax and an owner who is given work (TEAM-05)', async () => {
  const { screen } = await open('guide', [])
  const form = screen.getByRole('form', { name: 'Your shop' })
  const facts = form.getByRole('list', { name: 'Follows from the country' }).getByRole('listitem')
  await form.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await screen.getByRole('option', { name: 'Germany', exact: true }).click()
  await expectTexts(facts, [
    'CurrencyEuro (EUR)Change currency',
    'Language and regionGerman (Germany)Change language and region',
    'Time zoneEurope/BerlinChange time zone',
    'Phone numbers begin with+49Change phone numbers begin with',
    'Receipt paperA4Change receipt paper',
    'TaxesPrices with USt. 19%Change taxes',
  ])
  await choose(form, 'Receipt paper', '80 mm roll')
  await form.getByRole('textbox', { name: 'Your name' }).fill('Olga Owner')
  await form.getByRole('textbox', { name: 'Shop name' }).fill('Harbour Lab')
  await form.getByRole('button', { name: 'Create shop' }).click()
  await expect
    .poll(() => profiles)
    .toEqual([
      {
        country: 'DE',
        currency: 'EUR',
        locale: 'de-DE',
        language: 'de',
        timeZone: 'Europe/Berlin',
        countryCode: '+49',
        receiptPaper: '80mm',
        taxMode: 'inclusive',
        phone: '',
      },
    ])
  expect(rates).toEqual([{ name: 'USt.', percent: 19, category: 'standard', isDefault: true }])
  expect([findPerson(shop.person.userId).name, workers]).toEqual(['Olga Owner', [shop.person.userId]])
})

test('four messages are switched on with one press, and where nothing sends them the guide says so', async () => {
  shop.server.sendingChannels = ['email']
  const { screen } = await open('guide')
  await screen.getByRole('button', { name: 'Switch on 4 messages as e-mails' }).click()
  const row = { channel: 'email', mode: 'send', subject: 'Your {device} ({ticket})' }
  await expect
    .poll(() => rules)
    .toMatchObject(['Dropped Off', 'Waiting For Approval', 'Waiting For Part', 'Fixed'].map((name) => ({ ...row, orderStatusId: statusIdOf(name) })))
  await expect.element(screen.getByText(/^No sender is set up/)).not.toBeInTheDocument()
  await screen.unmount()
  shop.server.sendingChannels = []
  const again = await open('guide')
  await expect.element(again.screen.getByText(/^No sender is set up. Text messages are written to sms.log/)).toBeVisible()
})

test('details whose request was lost are sent again for the same shop, with what was chosen', async () => {
  const { screen, show } = await open('guide', [])
  const form = screen.getByRole('form', { name: 'Your shop' })
  losesAnswerOf = `${shop.id}/profile`
  await form.getByRole('textbox', { name: 'Shop name' }).fill('Harbour Lab')
  await form.getByRole('textbox', { name: 'Your name' }).fill('Olga Owner')
  await choose(form, 'Currency', 'CHF')
  await form.getByRole('button', { name: 'Create shop' }).click()
  await expect.element(form.getByText(/^Not saved\./)).toBeVisible()
  await show([shopOf()])
  await expect.element(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('CHF')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => profiles.map(({ currency }) => currency)).toEqual(['CHF', 'CHF'])
  expect(madeShops).toEqual(['Harbour Lab'])
})

test('what a shop has already is done with products alone', async () => {
  const { screen, writeAsOther } = await open('guide')
  await expect.element(screen.getByRole('heading', { name: 'Your existing records', exact: true })).toBeVisible()
  await writeAsOther([createOp('products', { name: 'Screen', retailPrice: 90 })])
  await expect.element(screen.getByRole('heading', { name: 'Your existing records (done)' })).toBeVisible()
})

test('what a shop has already and its first order become done as soon as they are here, whoever brought them', async () => {
  const { screen, writeAsOther } = await open('guide')
  await expect.element(screen.getByRole('heading', { name: 'Your existing records', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Take in the first order' })).toBeVisible()
  const customer = customerInput({ name: 'Ada' })
  await writeAsOther([customer])
  await expect.element(screen.getByRole('heading', { name: 'Your existing records (done)' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'The first order', exact: true })).toBeVisible()
  await writeAsOther([orderInput(customer.id)])
  await expect.element(screen.getByRole('heading', { name: 'The first order (done)' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Take in an order' })).toBeVisible()
})
