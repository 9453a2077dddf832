import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SpeechRecognitionLike } from '#web/voice/recognition.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, field, rowWith } from '#web/testing/screen.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'

/** A fake of the browser's speech recognition: the active instance. */
let current: SpeechRecognitionLike | undefined

function FakeRecognition(): Partial<SpeechRecognitionLike> {
  const recognition = {
    onresult: null,
    start: () => {
      current = recognition as unknown as SpeechRecognitionLike
    },
    stop: () => {
      current = undefined
    },
    abort: () => {
      current = undefined
    },
  }
  return recognition
}

const say = (transcript: string): void => current?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] })

beforeEach(() => void vi.stubGlobal('SpeechRecognition', FakeRecognition))
afterEach(() => void vi.unstubAllGlobals())

// The button itself is tested in web/voice/voice-button.browser.test.tsx.
test('the four texts of an order take dictation, and what was said is typed text like any other', async () => {
  await renderShop({
    seed: async (shop) => addOrder(shop, { customerId: await addCustomer(shop, { name: 'Vera Voice' }), itemDetails: 'Voice radio' }),
  })
  await rowWith('Voice radio').click()
  const dialog = dialogOf('Edit Order')
  for (const name of ['Device Details', 'Issue Description', 'Additional Requests', 'Order Notes'])
    await expect.element(dialog.getByRole('button', { name: `Dictate ${name}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Dictate Issue Description' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Stop dictating Issue Description' })).toBeVisible()
  say('and the knob is loose')
  await expect.element(field(dialog, 'Issue Description')).toHaveValue('Does not start and the knob is loose')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialogOf('Discard what you typed?')).toBeVisible()
})
