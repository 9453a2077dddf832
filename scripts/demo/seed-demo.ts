import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { privilegeNames, type Privilege } from '#schema/privileges.ts'
import type { PricingRate } from '#schema/rules/money/price.ts'
import { createEntity } from '#server/commands/administration/create-entity.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { saveShopConfig } from '#server/commands/administration/update-shop.ts'
import { saveLogo } from '#server/commands/shop-profile/save-logo.ts'
import { saveProfile } from '#server/commands/shop-profile/save-profile.ts'
import { createCustomer } from '#server/commands/write-customer.ts'
import { findShopByCode } from '#server/queries/shops.ts'
import type { Services } from '#server/services.ts'
import { applyMutations } from '#server/store/write.ts'
import { addDevices } from './counter/add-devices.ts'
import { addEstimates, sendEstimates } from './counter/add-estimates.ts'
import { addInvoices } from './counter/add-invoices.ts'
import { addLines, listParts } from './counter/add-lines.ts'
import { addMessages, linkToRepair, settleMessages } from './counter/add-messages.ts'
import { addPurchases, addStockTakes } from './counter/add-purchases.ts'
import { addClaim, addServices, addTestResults, demoWork } from './counter/add-services.ts'
import { addTill } from './counter/add-till.ts'
import { makeTwin } from './counter/make-twin.ts'
import { makeOrderFiles, readPicture, saveOrderFiles } from './counter/order-files.ts'
import { generateShop } from './generate.ts'
import { generateStock } from './generate-stock.ts'
import { makePortalOrders, portalOrderId, portalOrders } from './portal-orders.ts'
import { createRandom } from './random.ts'
import { checklist } from './vocabulary.ts'
import { harbourStock, northsideStock } from './stock-vocabulary.ts'

const terms = (days: number): string =>
  [
    'We look at the device first and call before anything costs more than quoted.',
    'Please keep a copy of your data: a repair can lose what is stored.',
    `Repairs have ${days} days of warranty on the part and the work.`,
    'A device that is not picked up within 90 days after our last call is recycled.',
  ].join('\n')

/** Phones and addresses are from ranges reserved for fiction. */
export const demoShops = [
  {
    name: 'Harbour Street Repairs',
    code: 'harbour',
    color: '#0f766e',
    description: 'Phones, tablets and consoles by the ferry',
    areaCode: '415',
    seed: 20_261,
    employees: ['Ana Ruiz', 'Tom Becker', 'Idris Cole'],
    stock: harbourStock,
    work: demoWork.harbour,
    taxRate: null,
    logo: 'logo-harbour.png',
    profile: {
      street: '12 Harbour Street',
      postalCode: '94000',
      city: 'Port Ellery',
      region: 'CA',
      country: 'US',
      phone: '(415) 555-0100',
      email: 'hello@harbour.example',
      website: 'https://harbour.example',
      taxId: '00-0000415',
      terms: terms(90),
      receiptFooter: 'Open Monday to Saturday, 9 to 6. Thank you!',
      receiptPaper: 'A4',
      warrantyDays: 90,
      publicPrices: true,
    },
  },
  {
    name: 'Northside Fix-It',
    code: 'northside',
    color: '#b45309',
    description: 'Laptops, audio and everything with a motor',
    areaCode: '503',
    seed: 20_262,
    employees: ['Mira Singh', 'Jo Halloran'],
    stock: northsideStock,
    work: demoWork.northside,
    taxRate: {
      name: 'Sales tax',
      percent: 8.6,
      parts: [
        { name: 'State', percent: 6.5 },
        { name: 'City', percent: 2.1 },
      ],
    },
    logo: 'logo-northside.png',
    profile: {
      street: '480 North Mill Road',
      postalCode: '98000',
      city: 'Eastfield',
      region: 'WA',
      country: 'US',
      taxMode: 'exclusive',
      paymentLink: 'https://pay.northside.example/{ticket}?amount={amount}',
      phone: '(503) 555-0100',
      email: 'bench@northside.example',
      website: 'https://northside.example',
      taxId: '00-0000503',
      terms: terms(60),
      receiptFooter: 'Ring the bell at the side door after 5.',
      receiptPaper: '80mm',
      warrantyDays: 60,
    },
  },
] as const

export const demoPassword = 'mainspring'
const ordersPerShop = 400
const pushSize = 40

export type DemoSignIn = { loginId: string; shops: string; may: string }

/** A customer for trying the portal, which is on in the first shop. */
export const demoCustomer = { shopCode: demoShops[0].code, name: 'Casey Portal', countryCode: '+1', phone: '4155550199', accessCode: demoPassword }

type DemoUser = { loginId: string; name: string; privileges: readonly Privilege[]; shopCount: number; may: string }

const demoUsers: readonly DemoUser[] = [
  { loginId: 'admin', name: 'Robin Marsh', privileges: privilegeNames, shopCount: 2, may: 'everything' },
  {
    loginId: 'desk',
    name: 'Dana Whitlock',
    privileges: ['delete_customer', 'delete_order', 'view_activity', 'view_report'],
    shopCount: 2,
    may: 'front desk: deletes, activities, reports',
  },
  { loginId: 'tech', name: 'Kofi Anders', privileges: [], shopCount: 1, may: 'technician: the daily work of the first shop' },
]

/** Creates two shops of about 400 orders and 60 products through the product's write paths. */
export async function seedDemo(services: Services, now: Date): Promise<DemoSignIn[]> {
  const shopIds: string[] = []
  for (const { name, code, color, description } of demoShops) shopIds.push((await createShop(services, { name, code, color, description })).id)
  const staffIds: string[][] = shopIds.map(() => [])
  for (const { loginId, name, privileges, shopCount } of demoUsers) {
    const user = await createUser(services, { loginId, name, password: demoPassword, privileges, shopIds: shopIds.slice(0, shopCount) })
    for (const ids of staffIds.slice(0, shopCount)) ids.push(user.id)
  }
  for (const [place, shop] of demoShops.entries()) {
    const { name } = shop
    const own = staffIds[place] ?? []
    const id = shopIds[place] ?? ''
    const { id: entityId } = await createEntity(services, { entityName: `${name} Ltd`, contactName: shop.employees[0], shopIds: [id] })
    const staff = shop.employees.map((employee, index) => ({
      id: uuidV5(employee, id),
      values: { entityId, name: employee, countryCode: '+1', phone: `${shop.areaCode}55501${String(10 + index)}` },
    }))
    const items = checklist.map((item) => ({ id: uuidV5(item, id), values: { name: item } }))
    const rates =
      shop.taxRate === null
        ? []
        : [{ id: uuidV5('tax-rate', id), values: { ...shop.taxRate, parts: shop.taxRate.parts.map((part) => ({ ...part })), isDefault: true } }]
    const openedAt = new Date(now.getTime() - 200 * 86_400_000).toISOString()
    const setUp: Mutation = {
      id: uuidV5('set-up', id),
      shopId: id,
      at: openedAt,
      ops: [
        ...staff.map((row) => ({ action: 'create' as const, collection: 'employees', ...row })),
        ...items.map((row) => ({ action: 'create' as const, collection: 'checklist_items', ...row })),
        ...rates.map((row) => ({ action: 'create' as const, collection: 'tax_rates', ...row })),
      ],
    }
    await apply(services, id, { userId: own[0] ?? null, origin: 'administration' }, [setUp], now)
    await saveProfile(services, own[0] ?? null, id, shop.profile)
    await saveLogo(services, own[0] ?? null, id, readPicture(shop.logo))
    const portalCustomerId = shop.code === demoCustomer.shopCode ? await openPortal(services, id, own[0] ?? '') : null
    const portal = portalCustomerId === null ? [] : makePortalOrders(id, portalCustomerId, now)
    const always = new Set(portalCustomerId === null ? [] : portalOrders.map(({ itemDetails }) => portalOrderId(id, itemDetails)))
    const { postalCode, city, region, country } = shop.profile
    // The shop's random id affects only ids of rows and mutations, so every demo looks the same.
    const orders = generateShop(
      {
        id,
        areaCode: shop.areaCode,
        employeeIds: staff.map((row) => row.id),
        checklistItemIds: items.map((row) => row.id),
        ...(shop.taxRate !== null && { taxPercent: shop.taxRate.percent }),
        place: { postalCode, city, region, country },
      },
      createRandom(shop.seed),
      now,
      ordersPerShop,
    )
    // A separate generator, so that the orders do not depend on what the counter adds.
    const random = createRandom(shop.seed + 200)
    const takenIn = addDevices(
      [...orders, ...portal].sort((a, b) => a.at.localeCompare(b.at)),
      random,
      always,
    )
    const { rows, files } = makeOrderFiles(takenIn, { shopId: id, terms: shop.profile.terms, random, always, names: [[portalCustomerId, demoCustomer.name]] })
    const stock = generateStock(id, shop.stock, createRandom(shop.seed + 100), now)
    const lines = addLines(takenIn, stock, createRandom(shop.seed + 300))
    const estimates = addEstimates(takenIn, now)
    const twin = makeTwin(takenIn, now)
    const messages = addMessages(takenIn, always, now)
    const told = messages.map(({ mutation }) => mutation)
    const inRepairs = new Set(lines.flatMap(({ ops }) => ops.flatMap((op) => (op.action === 'create' ? [op.values['productId']] : []))))
    const till = addTill(
      listParts(stock).filter(({ id: productId }) => !inRepairs.has(productId)),
      { shopId: id, random: createRandom(shop.seed + 400), now, taxMode: shop.taxRate === null ? 'none' : shop.profile.taxMode, rates: rates.map(toPricing) },
    )
    const work = [
      addServices(shop.work, stock, { shopId: id, at: new Date(now.getTime() - 190 * 86_400_000).toISOString() }),
      ...addTestResults(shop.work, takenIn, now),
      ...addClaim(takenIn, now),
      ...addPurchases(takenIn, stock, { shopId: id, now }),
    ]
    const mutations = [...takenIn, ...rows, ...stock, ...lines, ...estimates.mutations, ...twin, ...told, ...till, ...work].sort((a, b) =>
      a.at.localeCompare(b.at),
    )
    // Authors take turns, so that the log shows several users.
    for (let turn = 0; turn * pushSize < mutations.length; turn++) {
      const author = { userId: own[turn % own.length] ?? null, origin: 'import' as const }
      await apply(services, id, author, mutations.slice(turn * pushSize, (turn + 1) * pushSize), now)
    }
    await saveOrderFiles(services, own[0] ?? null, id, files)
    await sendEstimates(services, own[0] ?? null, id, estimates.sent)
    await apply(services, id, { userId: own[0] ?? null, origin: 'import' }, estimates.withdrawals, now)
    await settleMessages(services, own[0] ?? null, id, messages)
    const desk = { userId: own[1] ?? null, origin: 'import' as const }
    const write = (mutation: Mutation) => apply(services, id, desk, [mutation], now)
    await addStockTakes(services, { shopId: id, now, write, caller: { ...desk, privileges: new Set<Privilege>(), shopIds: new Set([id]) } })
    if (shop.taxRate !== null) await addInvoices(services, { shopId: id, now, userId: desk.userId, write })
  }
  return demoUsers.map(({ loginId, shopCount, may }) => ({
    loginId,
    may,
    shops: demoShops
      .slice(0, shopCount)
      .map(({ name }) => name)
      .join(', '),
  }))
}

const toPricing = ({ id, values }: { id: string; values: Pick<PricingRate, 'name' | 'percent' | 'parts' | 'isDefault'> }): PricingRate => ({
  ...values,
  id,
  createdAt: '',
  isDefaultForLabour: false,
  archived: false,
})

/** Path of a customer's order link. @throws Error without demo data */
export async function makeDemoLink(services: Services): Promise<string> {
  const shop = await findShopByCode(services.reader, demoCustomer.shopCode)
  if (shop === undefined) throw new Error('The demo shop is not there')
  return linkToRepair(services, shop.id, portalOrderId(shop.id, portalOrders[0].itemDetails))
}

async function openPortal(services: Services, shopId: string, userId: string): Promise<string> {
  const caller = { userId, privileges: new Set(privilegeNames), shopIds: new Set([shopId]) }
  await saveShopConfig(services, caller, shopId, { customerPortal: true })
  const { name, countryCode, phone, accessCode } = demoCustomer
  return (await createCustomer(services, { ...caller, origin: 'rest' }, shopId, { name, countryCode, phone, customerAccessCode: accessCode })).id
}

type Author = { userId: string | null; origin: 'administration' | 'import' }

async function apply(services: Services, shopId: string, author: Author, mutations: Mutation[], now: Date): Promise<void> {
  const caller = { ...author, privileges: new Set<Privilege>(['view_shop_setting']), shopIds: new Set([shopId]) }
  const results = await applyMutations(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: now, mutations })
  const refused = results.find(({ outcome }) => outcome === 'rejected')
  if (refused !== undefined) throw new Error(`The demo made a mutation that the shop refuses: ${JSON.stringify(refused.error)}`)
}
