import '../../styles/app.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createPortalApi, type Outcome, type PortalApi } from '../portal-api.ts'
import { emptyOrderDraft, OrderForm } from './order-form.tsx'

const lost: Outcome<never> = { ok: false, failure: { isUnverified: false, message: undefined, issues: [], retryAfterSeconds: undefined } }
const done: Outcome<unknown> = { ok: true, value: {} }

async function drawPhoto(name: string, side: number): Promise<File> {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.fillRect(0, 0, side, side / 2)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

async function openForm(sendPhoto: PortalApi['sendPhoto']) {
  await page.viewport(390, 844)
  const submitted: string[] = []
  const api: PortalApi = {
    ...createPortalApi('shop'),
    sendPhoto,
    createOrder: () => {
      const at = '2026-03-01T12:00:00.000Z'
      const fixed = { quotedCost: null, dueTimestamp: null, createdAt: at, statusChangedAt: at }
      return Promise.resolve({
        ok: true,
        value: { id: 'made', ticket: 'H-7', itemDetails: 'Radio', issueDescription: 'Silent', orderStatusId: orderStatusIdByName.Lead, ...fixed },
      })
    },
  }
  function Form() {
    const [draft, setDraft] = useState({ ...emptyOrderDraft, itemDetails: 'Radio', issueDescription: 'Silent' })
    const [photos, setPhotos] = useState<readonly File[]>([])
    return (
      <OrderForm
        api={api}
        customer={{ id: 'ada', name: 'Ada' }}
        draft={draft}
        onDraftChange={setDraft}
        photos={photos}
        onPhotosChange={setPhotos}
        onSubmitted={({ ticket }, unsent) => submitted.push(`${ticket}, ${unsent} unsent`)}
        onUnverified={() => {}}
      />
    )
  }
  const screen = await render(<Form />)
  const choose = (...files: File[]) => screen.getByLabelText('Photos').last().upload(files)
  return { screen, choose, submitted }
}

test('photos go to the shop with the order, made smaller; a lost answer is tried once more, and what does not arrive is told', async () => {
  const sent: string[] = []
  const answers = [done, lost, done, lost, lost]
  const { screen, choose, submitted } = await openForm(async (orderId, id, photo) => {
    const { width } = await createImageBitmap(photo)
    sent.push(`${orderId} ${width} ${id}`)
    expect(photo.type).toMatch(/^image\/(?:png|jpeg)$/)
    return answers.shift() ?? expect.fail()
  })
  await choose(await drawPhoto('one.png', 3_000), await drawPhoto('two.png', 20), await drawPhoto('three.png', 30))
  await choose(new File(['no picture'], 'four.png', { type: 'image/png' }))
  await expect.poll(() => screen.getByRole('button', { name: /^Remove photo/ }).elements().length).toBe(4)
  expect(screen.getByRole('button', { name: 'Remove photo 1' }).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await screen.getByRole('button', { name: 'Create Order' }).click()
  await expect.poll(() => submitted).toEqual(['H-7, 2 unsent'])
  const words = sent.map((one) => one.split(' '))
  expect(words.map(([orderId, width]) => `${orderId} ${width}`)).toEqual(['made 2048', 'made 20', 'made 20', 'made 30', 'made 30'])
  expect(words[1]?.[2]).toBe(words[2]?.[2])
})

test('up to six photos are taken, each can be taken away, and an order goes without any', async () => {
  const { screen, choose, submitted } = await openForm(() => expect.fail())
  await choose(...(await Promise.all(Array.from({ length: 7 }, (_, place) => drawPhoto(`${place}.png`, 10 + place)))))
  const removes = () => screen.getByRole('button', { name: /^Remove photo/ })
  await expect.poll(() => removes().elements().length).toBe(6)
  await expect.element(screen.getByText('You can add up to 6 photos.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add photos' })).toBeDisabled()
  for (let left = 5; left >= 0; left -= 1) {
    await removes().first().click()
    await expect.poll(() => removes().elements().length).toBe(left)
  }
  await expect.element(screen.getByText('You can add up to 6 photos.')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Create Order' }).click()
  await expect.poll(() => submitted).toEqual(['H-7, 0 unsent'])
})
