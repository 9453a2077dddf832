import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import { customerInput, fewCollections, orderInput, statusId, until } from '#web/device/testing/test-device.ts'
import { useDialogs } from '#web/navigation/dialogs.ts'
import { toastStore } from '#web/ui/overlays/toast-store.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { BoardView } from './board-view.tsx'

const [lead, diagnosis, fixed] = [statusId['Lead'], statusId['Diagnosis'], statusId['Fixed']]

beforeEach(() => page.viewport(1200, 800))
async function openBoard({ leads = 3, isFilled = true } = {}) {
  const shop = makeShop()
  const customer = customerInput({ name: 'Ada' })
  const orders = Array.from({ length: isFilled ? leads : 0 }, (_, index) =>
    orderInput(customer.id, { itemDetails: `Radio ${index}`, orderStatusId: lead, priority: index === 0 }),
  )
  await shop.api.write(shop.id, [customer, ...orders])
  const query = { shopId: shop.id, search: '', from: null, to: null, status: 'all', assignee: 'all' } as const
  const { screen, device, writeAsOther } = await renderOnDevice(
    <section style={{ height: 700, display: 'flex', flexDirection: 'column' }}>
      <BoardView query={query} isFiltered={false} empty={<p>No orders found</p>} />
    </section>,
    { shop, collections: fewCollections },
  )
  const column = (id: string) => document.querySelector<HTMLElement>(`[data-column="${id}"]`)
  const cardsOf = (id: string): string[] => [...(column(id)?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].map(({ dataset }) => dataset['card'] ?? '')
  const cardOf = (id: string) => document.querySelector<HTMLElement>(`[data-card="${id}"]`)
  return { shop, screen, writeAsOther, device, orders, ids: orders.map(({ id }) => id), column, cardsOf, cardOf }
}

test('of thousands of orders only the cards in sight are there, wherever the column is scrolled to', async () => {
  const { cardsOf, column } = await openBoard({ leads: 2_000 })
  await expect.poll(() => cardsOf(lead).length).toBeGreaterThan(4)
  expect(cardsOf(lead).length).toBeLessThan(16)
  const scroller = column(lead)?.querySelector('ul')?.parentElement
  expect(scroller?.scrollHeight).toBeGreaterThan(2_000 * 100)
  const first = cardsOf(lead)[1]
  scroller?.scrollTo({ top: scroller.scrollHeight })
  await expect.poll(() => document.querySelector(`[data-column="${lead}"] li[aria-posinset="2000"] [data-card]`)).not.toBeNull()
  expect(cardsOf(lead)).not.toContain(first)
  expect(cardsOf(lead).length).toBeLessThan(16)
})

test('by keyboard alone a card is reached, taken up, put back and moved, and keeps the focus where it lands', async () => {
  const { ids, device, cardsOf, cardOf, screen } = await openBoard()
  await expect.poll(() => cardsOf(lead).length).toBe(3)
  cardOf(cardsOf(lead)[0] ?? '')?.focus()
  await userEvent.keyboard('{ArrowDown}')
  const [, second = ''] = cardsOf(lead)
  await expect.poll(() => document.activeElement).toBe(cardOf(second))
  await userEvent.keyboard(' {ArrowRight}{Escape}')
  expect(cardsOf(diagnosis)).toEqual([])
  await userEvent.keyboard(' {ArrowRight}')
  await expect.element(screen.getByText(/over Diagnosis, 0 orders\./)).toBeInTheDocument()
  await userEvent.keyboard(' ')
  await expect.poll(() => cardsOf(diagnosis)).toEqual([second])
  await expect.poll(() => document.activeElement).toBe(cardOf(second))
  await expect.poll(async () => (await device.rows.read('orders', second))?.orderStatusId).toBe(diagnosis)
  // Left again returns to the card last focused in the neighbouring column.
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => cardsOf(lead).includes((document.activeElement as HTMLElement | null)?.dataset['card'] ?? '')).toBe(true)
  expect(ids).toHaveLength(3)
})

test('a card is moved by its menu, also into a folded column, and the focus goes on to the next', async () => {
  const { device, cardsOf, cardOf, column, screen } = await openBoard()
  await expect.poll(() => cardsOf(lead).length).toBe(3)
  const [first = '', second = ''] = cardsOf(lead)
  await userEvent.click(cardOf(first)?.parentElement?.querySelector('button') ?? document.body)
  await screen.getByRole('menuitemradio', { name: 'Fixed', exact: true }).click()
  await expect.poll(() => cardsOf(lead).length).toBe(2)
  await expect.poll(async () => (await device.rows.read('orders', first))?.orderStatusId).toBe(fixed)
  expect(column(fixed)?.textContent).toContain('1')
  expect(cardsOf(fixed)).toEqual([])
  await expect.poll(() => document.activeElement).toBe(cardOf(second))
})

/** Drags a card over a column with the mouse; `drop` releases it there. */
async function dragOver(card: HTMLElement | null, column: () => HTMLElement | null) {
  const [from, to] = [card?.getBoundingClientRect(), column()?.getBoundingClientRect()]
  const fire = (target: EventTarget | null | undefined, type: string, clientX: number, clientY: number): void => {
    const options = { bubbles: true, cancelable: true, composed: true, isPrimary: true, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 }
    target?.dispatchEvent(new PointerEvent(type, { ...options, clientX, clientY }))
  }
  const [x, y] = [(from?.left ?? 0) + 30, (from?.top ?? 0) + 30]
  fire(card, 'pointerdown', x, y)
  fire(document, 'pointermove', x + 12, y + 4)
  await expect.poll(() => document.querySelector('[data-dnd-overlay]')?.textContent).toContain('Ada')
  fire(document, 'pointermove', (to?.left ?? 0) + 60, (to?.top ?? 0) + 90)
  await expect.poll(() => column()?.className).toContain('outline-2')
  return { drop: () => fire(document, 'pointerup', (to?.left ?? 0) + 60, (to?.top ?? 0) + 90) }
}

test('a card is dragged with the mouse; what others do meanwhile moves no other card, and a press opens nothing', async () => {
  const { writeAsOther, device, ids, cardsOf, cardOf, column } = await openBoard({ leads: 5 })
  await expect.poll(() => cardsOf(lead).length).toBe(5)
  const [dragged = '', ...rest] = cardsOf(lead)
  const { drop } = await dragOver(cardOf(dragged), () => column(diagnosis))
  const gone = rest[1] ?? ''
  await writeAsOther([{ action: 'delete', collection: 'orders', id: gone }])
  await until(async () => (await device.rows.read('orders', gone)) === undefined)
  expect(cardsOf(lead)).toHaveLength(5)
  drop()
  cardOf(dragged)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  expect(useDialogs.getState().dialog).toBeNull()
  await expect.poll(() => cardsOf(diagnosis)).toEqual([dragged])
  await expect.poll(() => cardsOf(lead)).toEqual(rest.filter((id) => id !== gone))
  expect(ids).toContain(dragged)
})

test('a card that somebody moved while it was dragged is moved against what was seen, so that the server tells both', async () => {
  const { shop, writeAsOther, device, cardsOf, cardOf, column } = await openBoard()
  await expect.poll(() => cardsOf(lead).length).toBe(3)
  const [first = ''] = cardsOf(lead)
  const { drop } = await dragOver(cardOf(first), () => column(diagnosis))
  await writeAsOther([{ action: 'update', collection: 'orders', id: first, changes: { orderStatusId: { from: lead, to: fixed } } }])
  await until(async () => (await device.rows.read('orders', first))?.orderStatusId === fixed)
  drop()
  await until(async () => (await device.rows.read('orders', first))?.orderStatusId === diagnosis)
  await until(() => device.outbox.waiting.get().length === 0)
  expect(shop.server.pushes.flatMap(({ mutations }) => mutations.flatMap(({ ops }) => ops))).toEqual([
    { action: 'update', collection: 'orders', id: first, changes: { orderStatusId: { from: lead, to: diagnosis } } },
  ])
  // Undo returns to what the other had set.
  const { action } = toastStore.read() ?? {}
  action?.onPress()
  await until(async () => (await device.rows.read('orders', first))?.orderStatusId === fixed)
  await until(() => device.outbox.waiting.get().length === 0)
})

test('each card is one tab stop, whose keys open its menu; a drag says by name which order is where', async () => {
  const { screen, cardsOf, cardOf, column } = await openBoard()
  await expect.poll(() => cardsOf(lead).length).toBe(3)
  const [first = ''] = cardsOf(lead)
  const stops = [...(column(lead)?.querySelectorAll<HTMLElement>('li, li *') ?? [])].filter(({ tabIndex }) => tabIndex >= 0)
  expect(stops).toEqual([cardOf(first)])
  cardOf(first)?.focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(screen.getByRole('menuitemradio', { name: 'Fixed', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(cardOf(first))
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(screen.getByRole('menuitemradio', { name: 'Fixed', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard(' ')
  const said = screen.getByRole('status')
  await expect.element(said).toMatchTextContent(/^\S+, Ada, Radio 0 taken up from Lead\. Left and right/)
  await userEvent.keyboard('{Escape}')
  const { drop } = await dragOver(cardOf(first), () => column(diagnosis))
  await expect.element(said).toMatchTextContent(/^\S+, Ada, Radio 0 over Diagnosis, 0 orders\.$/)
  drop()
  await expect.element(said).toMatchTextContent(/^$/)
})

test('a card that somebody deletes while it is taken up is told, and the focus goes on to the next', async () => {
  const { writeAsOther, device, cardsOf, cardOf } = await openBoard()
  await expect.poll(() => cardsOf(lead).length).toBe(3)
  const [first = '', second = ''] = cardsOf(lead)
  cardOf(first)?.focus()
  await userEvent.keyboard(' {ArrowRight}')
  await writeAsOther([{ action: 'delete', collection: 'orders', id: first }])
  await until(async () => (await device.rows.read('orders', first)) === undefined)
  await expect.poll(() => cardsOf(lead).length).toBe(2)
  await expect.poll(() => toastStore.read()?.description).toBe('Somebody moved or deleted it meanwhile.')
  await expect.poll(() => document.activeElement).toBe(cardOf(second))
  // It is not picked up any more, else Enter would drop it.
  expect(document.querySelector('[data-column].outline-2')).toBeNull()
  expect(cardsOf(diagnosis)).toEqual([])
  expect(device.outbox.waiting.get()).toEqual([])
})

test('cards in sight stay where they are when one comes above them', async () => {
  const { writeAsOther, cardsOf, cardOf, column } = await openBoard({ leads: 60 })
  await expect.poll(() => cardsOf(lead).length).toBeGreaterThan(4)
  const scroller = column(lead)?.querySelector('ul')?.parentElement
  scroller?.scrollTo({ top: 1_300 })
  const watched = (): string | undefined => column(lead)?.querySelector<HTMLElement>('[aria-posinset="13"] [data-card]')?.dataset['card']
  await expect.poll(() => watched()).not.toBeUndefined()
  const id = watched() ?? ''
  const top = cardOf(id)?.getBoundingClientRect().top
  const urgent = orderInput(v7(), { itemDetails: 'Urgent', orderStatusId: lead, priority: true, dueTimestamp: '2020-01-01T10:00:00.000Z' })
  const customer = customerInput({ name: 'Bob' }, urgent.values.customerId ?? undefined)
  await writeAsOther([customer, urgent])
  await expect.poll(() => column(lead)?.getAttribute('aria-label')).toContain('61 orders')
  expect(cardOf(id)?.getBoundingClientRect().top).toBeCloseTo(top ?? 0, 0)
})

test('a folded column stays folded on this device, and one without orders says so', async () => {
  const first = await openBoard()
  await expect.poll(() => first.cardsOf(lead).length).toBe(3)
  expect(first.column(diagnosis)?.textContent).toContain('No orders')
  await first.screen.getByRole('button', { name: 'Fold Lead' }).click()
  await expect.poll(() => first.cardsOf(lead)).toEqual([])
  expect(JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('mainspring-board-folds'))?.[1] as string)).toEqual({ [lead]: true })
  await first.screen.getByTitle('Open Lead').click()
  await expect.poll(() => first.cardsOf(lead).length).toBe(3)
})

test('a board without any order says what the list says', async () => {
  const { screen } = await openBoard({ isFilled: false })
  await expect.element(screen.getByText('No orders found')).toBeVisible()
})
