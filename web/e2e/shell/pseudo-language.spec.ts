import type { Page } from '@playwright/test'
import { privilegeNames } from '#schema/privileges.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { expect, openSignedIn, test, type ShopOptions, type TestShop } from '../harness/fixtures.ts'
import { findCuts, narrowWidths } from '../harness/find-cuts.ts'
import { pseudoLanguage, speakPseudo } from '../harness/pseudo-language.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const views = [
  '/orders',
  '/orders?view=ready',
  '/orders?view=waiting',
  '/orders?view=unpaid',
  '/orders?view=sales',
  '/orders?view=board',
  '/customers',
  '/tasks',
  '/inventory',
  '/activities',
  '/activities/refused-changes',
  '/recently-deleted',
  '/reports?from=any&to=any',
  '/reports?view=unpaid',
  '/reports?view=cash-up&from=any&to=any',
  '/reports?view=tax&from=any&to=any',
  '/reports?view=comebacks&from=any&to=any',
  '/reports?view=charts&from=any&to=any',
]
const settings = ['/profile', '/shop-settings', '/app-settings', '/app-settings/start', '/entity-settings']

/** What people and the test typed, names of programs, and words that `Intl` has for days, months, money, languages and zones. */
const typed = ['shop', 'ltd', 'kay', 'ana', 'ruiz', 'tom', 'becker', 'owner', 'administrator', 'admin', 'node', 'mainspring', 'localhost']
const ofIntl = ['dollar', 'usd', 'englisch', 'vereinigte', 'staaten']
const listDates = (): string[] =>
  (['long', 'short'] as const).flatMap((form) => {
    const format = new Intl.DateTimeFormat(pseudoLanguage, { weekday: form, month: form, timeZone: 'UTC' })
    return Array.from({ length: 366 }, (_, day) => format.format(day * 86_400_000)).flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])
  })

/** Ids, addresses, names of settings and files, time zones. */
const codes =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\/\/\S+|\b[A-Z]+(?:_[A-Z]+)+\b|\b(?:HOST|PORT)\b|\b\w+\.log\b|\b[A-Z]\w+\/[A-Z]\w+(?: [A-Z]\w+)?/g

type Documented = { auditText?: string; detail?: string | null; device?: string | null }

/** What the server stores in documented English: activities, details of the security log, the programs of sessions. */
async function readDocumented(page: Page, shop: TestShop): Promise<string[]> {
  const lists = [`/api/${shop.id}/activities`, '/api/security-events', '/api/profile/sessions']
  const rows = await Promise.all(lists.map(async (list): Promise<Documented[]> => (await page.request.get(list)).json()))
  return rows.flat().flatMap(({ auditText, detail, device }) => [auditText, detail, device].filter((text) => typeof text === 'string'))
}

/** What a reader sees or hears. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element.checkVisibility() && element.closest('script, style, .paper, select:has(option:nth-child(60))') === null,
    )
    const attributes = ['aria-label', 'alt', 'placeholder', 'title']
    const texts = shown.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
      ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ])
    return [...new Set(texts)]
  })

const settle = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
}

/** Presses each button of the page that opens something, and looks at what it opened. */
async function openAll(page: Page, within: string, look: (what: string) => Promise<void>): Promise<void> {
  const openers = page.locator(within).locator('button[aria-haspopup]:visible')
  const names = new Set<string>()
  for (let at = 0; at < (await openers.count()); at += 1) {
    const opener = openers.nth(at)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText())
    if (names.has(name)) continue
    names.add(name)
    await opener.click()
    await expect(page.locator('[role="dialog"], [role="menu"], [role="listbox"]').first()).toBeVisible()
    await look(name)
    await page.keyboard.press('Escape')
  }
}

async function fillShop(shop: TestShop): Promise<{ orderId: string; taskId: string }> {
  const customerId = await addCustomer(shop, { name: 'Ŝøƥĥíá', email: 'a@b.de' })
  const late = '2026-01-05T10:00:00.000Z'
  const common = { customerId, issueDescription: 'Ķáƥüţţ', itemDetails: 'Ŕáđíø 12', quotedCost: '120', dueTimestamp: late }
  const orderId = await addOrder(shop, { ...common, status: 'Waiting For Approval', priority: true, repeat: true })
  await addOrder(shop, { ...common, status: 'Fixed' })
  await addOrder(shop, { ...common, status: 'Picked up' })
  const [task, category, gone] = [
    createOp('tasks', { orderId, description: 'Ŀöţëñ', completed: false, dueTimestamp: late }),
    createOp('categories', { name: 'Ƥĥøñéŝ' }),
    createOp('tasks', { description: 'Ŵéğ', completed: false }),
  ]
  await shop.api.write(shop.id, [
    task,
    gone,
    createOp('payments', { orderId, paymentAmount: 30, afterTax: false, paymentText: 'Áñžáĥļúñğ' }),
    createOp('costs', { orderId, costAmount: 40, afterTax: true, costText: 'Ŧéíļ' }),
    category,
    createOp('products', { name: 'Đíŝƥļáý 12', categoryHierarchyId: category.id, inventoryCount: 1, salePrice: 79.5 }),
  ])
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'tasks', id: gone.id }])
  return { orderId, taskId: task.id }
}

/** A signed-in page in the pseudo-language, of a shop that has something for each view. */
async function openPseudo(
  page: Page,
  makeShop: (options: ShopOptions) => Promise<TestShop>,
): Promise<{ shop: TestShop; visit: (view: string) => Promise<void>; dialogs: string[] }> {
  const shop = await makeShop({ privileges: [...privilegeNames], checklist: ['Ķáƀéļ'] })
  const { orderId, taskId } = await fillShop(shop)
  expect((await shop.api.call('PUT', '/api/profile', { language: pseudoLanguage })).status).toBe(200)
  await page.addInitScript((language) => localStorage.setItem('mainspring-language', language), pseudoLanguage)
  await speakPseudo(page)
  await openSignedIn(page, shop.person, `/${shop.id}/orders`)
  const visit = async (view: string): Promise<void> => {
    await page.goto(settings.includes(view) ? view : `/${shop.id}${view}`)
    await expect(page.locator('html[data-parts="loaded"]')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
    await settle(page)
  }
  return { shop, visit, dialogs: [`/orders/order/${orderId}`, `/tasks/task/${taskId}`] }
}

test('LANG-01: no view of the staff holds a text of its own @long', async ({ page, makeShop }) => {
  test.setTimeout(600_000)
  const { shop, visit, dialogs } = await openPseudo(page, makeShop)
  /** Where each was seen first. */
  const seen = new Map<string, string>()
  const look = async (place: string): Promise<void> => {
    await settle(page)
    for (const text of await readTexts(page)) if (!seen.has(text)) seen.set(text, place)
  }
  for (const view of [...views, ...settings, ...dialogs]) {
    await visit(view)
    await look(view)
    if (!dialogs.includes(view)) await openAll(page, view === views[0] ? 'main, header' : 'main', (name) => look(`${view} ${name}`))
  }
  const words = new Set([...typed, ...ofIntl, ...listDates()])
  const documented = (await readDocumented(page, shop)).toSorted((one, other) => other.length - one.length)
  const isEnglish = (text: string): boolean => {
    const own = documented.reduce((rest, known) => rest.replaceAll(known, ''), text).replaceAll(codes, '')
    return (own.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => /^[a-z]{3,}$/i.test(word) && !words.has(word.toLowerCase()))
  }
  expect(seen.size).toBeGreaterThan(500)
  expect(Object.fromEntries([...seen].filter(([text]) => isEnglish(text)))).toEqual({})
})

for (const width of narrowWidths)
  test(`LANG-01: in a language 40 % longer nothing is cut at ${width} px @long`, async ({ page, makeShop }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: 800 })
    const { visit, dialogs } = await openPseudo(page, makeShop)
    /** Where each was found first. */
    const cuts: Record<string, string> = {}
    const look = async (place: string): Promise<void> => {
      await settle(page)
      for (const cut of await findCuts(page)) cuts[cut] ??= place
    }
    for (const view of [...views, ...settings, ...dialogs]) {
      await visit(view)
      await look(view)
      if (!dialogs.includes(view)) await openAll(page, 'main, header', (name) => look(`${view} ${name}`))
    }
    expect(cuts).toEqual({})
  })
