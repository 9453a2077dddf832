import '../../styles/app.css'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import type { LinkedOrder } from '#schema/api/links/order-links.ts'
import { formatServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { answerFetch } from '#web/testing/page-fetch.ts'
import { EstimatePage } from '../estimate/estimate-page.tsx'
import { InvoicePage } from '../invoice/invoice-page.tsx'
import { createInvoiceApi } from '../invoice/invoice-api.ts'
import { createOrderLinkApi } from '../order-link/order-link-api.ts'
import { OrderPage } from '../order-link/order-page.tsx'
import { ShopPage } from '../shop-page.tsx'
import { showLanguage, t } from './texts.ts'

/** Data of no language: whatever else has two letters of English in a row came from the pages themselves. */
const shop = { id: '00000000-0000-7000-8000-000000000001', code: '77', name: 'Ŝĥøþ 24' }
const profile = {
  address: 'Ŝŧ 1',
  phone: '+1 212',
  email: null,
  website: null,
  currency: 'USD',
  locale: 'en-US',
  language: 'en',
  timeZone: 'UTC',
  countryCode: '+1',
  logo: null,
} as const
const order = {
  id: '00000000-0000-7000-8000-000000000002',
  ticket: '7-1',
  itemDetails: 'Ďéṽ 12',
  issueDescription: 'Ƀŕøķéñ',
  orderStatusId: orderStatusIdByName['Waiting For Approval'],
  quotedCost: null,
  dueTimestamp: '2026-03-04T15:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  statusChangedAt: '2026-03-01T12:00:00.000Z',
  balance: { total: 120, net: 100, tax: 20, taxes: [], paid: 20, balance: 100 },
} as const satisfies LinkedOrder['order']
const linked: LinkedOrder = {
  shop,
  profile,
  openingHours: '9-17',
  color: null,
  customerPortal: true,
  order,
  pay: {
    currency: 'USD',
    amount: 100,
    ticket: '7-1',
    link: 'https://1.example/',
    transfer: { name: 'Ŝĥøþ', iban: '0000', bankName: null, qr: null },
  },
  estimate: { total: 120, lines: 2, validUntil: '2026-12-01T00:00:00.000Z' },
  messages: [
    { id: '1', isOwn: true, text: 'Ĥéļļø', at: '2026-03-02T12:00:00.000Z' },
    { id: '2', isOwn: false, text: 'Ýéŝ', at: '2026-03-02T13:00:00.000Z' },
  ],
}
const estimate: PublicEstimate = {
  shop,
  profile,
  color: null,
  terms: '30',
  ticket: '7-1',
  itemDetails: 'Ďéṽ 12',
  version: 2,
  lines: [{ kind: 'part', description: 'Ŝçŕ', quantity: 2, unitPrice: 50 }],
  total: 120,
  net: 100,
  tax: 20,
  note: null,
  state: 'sent',
  decision: null,
  validUntil: '2030-12-01T00:00:00.000Z',
  decidedAt: null,
  decidedName: null,
  photos: [],
}

type Answers = Record<string, { status?: number; body: unknown }>

function answer(answers: Answers): void {
  answerFetch((method, { pathname }) => {
    const found = answers[`${method} ${pathname}`]
    if (found === undefined) return Response.error()
    return new Response(JSON.stringify(found.body), {
      status: found.status ?? 200,
      headers: { 'content-type': 'application/json', [serverMarkHeader]: formatServerMark({ protocol: 1, serverId: '00000000-0000-4000-8000-000000000009' }) },
    })
  })
}

const letters: Record<string, string> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'áƀçďéƒğĥíĵķļɱñøþɋŕŝŧúṽŵẋýž'][at] ?? letter]),
)

/** Accented, and 40 % longer. */
const toPseudo = (text: string): string =>
  `${text.replaceAll(/[a-z]/gi, (letter) => letters[letter.toLowerCase()] ?? letter)}${' ŵøŕđ'.repeat(Math.ceil(text.length * 0.08))}`

type Group = { [name: string]: ((values: never) => string) | Group }

const toPseudoTexts = (group: Group): Group =>
  Object.fromEntries(
    Object.entries(group).map(([name, text]) => [name, typeof text === 'function' ? (values: never) => toPseudo(text(values)) : toPseudoTexts(text)]),
  )

beforeEach(async () => {
  await page.viewport(390, 844)
  await showLanguage('en')
  window.history.replaceState(null, '', '/77')
})
afterEach(() => showLanguage('en'))

/** What a reader sees or hears, without the names of the languages; days and hours are the browser's words. */
function readTexts(): string[] {
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => !element.matches('option, script, style') && element.closest('[data-vitest]') === null,
  )
  return shown.flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
    ...['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
  ])
}
const findEnglish = (): string[] => readTexts().filter((text) => /[a-z]{2}/i.test(text.replaceAll(/\b(?:Jan|Feb|Mar|Apr|Dec|AM|PM|example|https)\b/g, '')))

/** What is wider than the screen, or cut off. */
const findTooWide = (): string[] =>
  [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.checkVisibility() && !element.closest('.sr-only, svg, .paper'))
    .filter(
      (element) =>
        element.getBoundingClientRect().right > 391 ||
        (window.getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1),
    )
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`)

type View = { name: string; answers: Answers; show: () => ReactNode; press?: readonly string[]; ready: () => string }

const session = `GET /api/public/${shop.id}/session`
const validate = 'GET /api/public/shop-validate/77'
const openShop: Answers = { [validate]: { body: { valid: true, shop, customerPortal: true, profile, openingHours: '9-17' } } }
const verified: Answers = { ...openShop, [session]: { body: { customer: { id: order.id, name: 'Ǻ' }, expiresAt: null } } }
const unverified: Answers = { ...openShop, [session]: { body: { customer: null, expiresAt: null } } }
const refused = { state: 'refused', message: '' } as const

const views: View[] = [
  { name: 'a shop that is not there', answers: { [validate]: { body: { valid: false } } }, show: () => <ShopPage />, ready: () => t.shopNotFound() },
  { name: 'no connection', answers: {}, show: () => <ShopPage />, ready: () => t.retry() },
  {
    name: 'a shop without its page',
    answers: { [validate]: { body: { valid: true, shop, customerPortal: false } } },
    show: () => <ShopPage />,
    ready: () => t.server.notEnabled(),
  },
  { name: 'the first page', answers: unverified, show: () => <ShopPage />, ready: () => t.checkStatusText() },
  { name: 'a code by text', answers: unverified, show: () => <ShopPage />, press: ['checkStatus', 'sendCode'], ready: () => t.server.invalidPhoneNumber() },
  {
    name: 'an access code',
    answers: unverified,
    show: () => <ShopPage />,
    press: ['checkStatus', 'accessCode', 'verify'],
    ready: () => t.server.accessCodeNeeded(),
  },
  {
    name: 'a registration',
    answers: unverified,
    show: () => <ShopPage />,
    press: ['becomeCustomer', 'becomeCustomer'],
    ready: () => t.server.customerNameNeeded(),
  },
  { name: 'a new order', answers: verified, show: () => <ShopPage />, press: ['createOrder', 'create'], ready: () => t.itemDetailsNeeded() },
  {
    name: 'the list of orders',
    answers: {
      ...verified,
      [`GET /api/public/${shop.id}/orders`]: { body: [order] },
      [`GET /api/public/${shop.id}/email`]: { body: { unconfirmed: '1@2.3' } },
    },
    show: () => <ShopPage />,
    press: ['checkStatus'],
    ready: () => t.emailIsMine(),
  },
  {
    name: 'no orders',
    answers: { ...verified, [`GET /api/public/${shop.id}/orders`]: { body: [] } },
    show: () => <ShopPage />,
    press: ['checkStatus'],
    ready: () => t.noOrders(),
  },
  {
    name: 'an order',
    answers: {},
    show: () => <OrderPage api={createOrderLinkApi('1')} first={{ state: 'ok', value: linked }} />,
    ready: () => t.lookAtEstimate(),
  },
  {
    name: 'an order whose message is lost',
    answers: {},
    show: () => <OrderPage api={createOrderLinkApi('1')} first={{ state: 'ok', value: { ...linked, estimate: null } }} />,
    press: ['send'],
    ready: () => t.server.textNeeded(),
  },
  { name: 'an order that must wait', answers: {}, show: () => <OrderPage api={createOrderLinkApi('1')} first={refused} />, ready: () => t.waitMoment() },
  {
    name: 'an estimate',
    answers: { 'GET /api/public/estimates/1': { body: estimate } },
    show: () => <EstimatePage token="1" />,
    press: ['decline'],
    ready: () => t.server.nameNeeded(),
  },
  {
    name: 'an approved estimate',
    answers: { 'GET /api/public/estimates/1': { body: { ...estimate, state: 'approved', decidedAt: '2026-03-02T12:00:00.000Z', decidedName: 'Ǻ' } } },
    show: () => <EstimatePage token="1" />,
    ready: () => t.approvedNext(),
  },
  {
    name: 'an invoice without a connection',
    answers: {},
    show: () => <InvoicePage api={createInvoiceApi('1')} first={{ state: 'no-answer' }} />,
    ready: () => t.noConnection(),
  },
]

async function open({ answers, show, press = [], ready }: View): Promise<void> {
  answer(answers)
  const screen = await render(show())
  for (const name of press) {
    const text = (t as unknown as Record<string, () => string>)[name]?.() ?? expect.fail(name)
    const pressed = () => [...document.querySelectorAll<HTMLElement>('button, [role="tab"]')].findLast((element) => element.textContent.startsWith(text))
    await expect.poll(pressed).toBeDefined()
    pressed()?.click()
  }
  await expect.element(screen.getByText(ready(), { exact: false }).first()).toBeVisible()
}

test.each(views)('LANG-01: $name holds no text of its own, and has room for longer ones at 390 px', async (view) => {
  Object.assign(t, toPseudoTexts(t as unknown as Group))
  await open(view)
  expect(findEnglish()).toEqual([])
  expect(findTooWide()).toEqual([])
})

test.each(views.flatMap((view) => (['de', 'fr'] as const).map((language) => ({ ...view, language }))))(
  'LANG-01: nothing of $name is cut at 390 px in $language',
  async ({ language, ...view }) => {
    await showLanguage(language)
    await open(view)
    expect(findTooWide()).toEqual([])
  },
)

test('LANG-01: a reader changes the language, which stays chosen, and what they typed stays too', async () => {
  answer(unverified)
  window.history.replaceState(null, '', '/77/customer')
  const root = document.body.appendChild(document.createElement('div'))
  const { showShop } = await import('../shop-page.tsx')
  showShop(root)
  const switches = () => document.querySelectorAll('select')
  await expect.poll(() => switches().length).toBe(1)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.elementLocator(switches()[0] ?? expect.fail()).selectOptions('de')
  await expect.element(page.getByRole('heading', { name: 'Bestätigen Sie, wer Sie sind' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
  expect(document.documentElement.lang).toBe('de')
  expect(window.localStorage.getItem('portal-language')).toBe('de')
  root.remove()
})
