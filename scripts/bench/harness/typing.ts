import type { Locator, Page } from '@playwright/test'
import { measurePaint, readShown } from '../page/page-probe.ts'

export type Search = { page: Page; box: Locator; answer: string }

export type Answers = ReadonlyMap<string, string>

const settleMs = 600
const pauseMs = 150

export async function learnAnswers({ page, box, answer }: Search, words: readonly string[]): Promise<Answers> {
  const answers = new Map<string, string>()
  for (const word of words) {
    await clear({ page, box })
    for (const [beginning, press] of keysOf(page, word)) {
      await press()
      await page.waitForTimeout(settleMs)
      answers.set(beginning, await readShown(page, answer))
    }
  }
  return answers
}

/** @returns milliseconds from each key to its painted answer, by prefix; keys that change nothing are left out */
export async function measureKeys({ page, box, answer }: Search, words: readonly string[], answers: Answers): Promise<Map<string, number>> {
  const msByKey = new Map<string, number>()
  for (const word of words) {
    await clear({ page, box })
    let before = await readShown(page, answer)
    for (const [beginning, press] of keysOf(page, word)) {
      const whole = answers.get(beginning) ?? ''
      if (whole === before) await press()
      else msByKey.set(beginning, await measurePaint(page, 'keydown', { selector: answer, whole }, press))
      before = whole
      await page.waitForTimeout(pauseMs)
    }
  }
  return msByKey
}

async function clear({ page, box }: Pick<Search, 'page' | 'box'>): Promise<void> {
  await box.fill('')
  await page.waitForTimeout(settleMs)
  await box.focus()
}

const keysOf = (page: Page, word: string): [beginning: string, press: () => Promise<void>][] =>
  [...word].map((key, index) => [word.slice(0, index + 1), () => page.keyboard.press(key === ' ' ? 'Space' : key)])
