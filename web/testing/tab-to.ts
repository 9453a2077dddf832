import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { press } from './screen.ts'

const nameOfFocus = (): string => {
  const element = document.activeElement
  return element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent?.replace(' *', '') ?? element?.textContent ?? ''
}

export async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (nameOfFocus().startsWith(name)) return
    await press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

export async function tabToElement(found: Locator): Promise<void> {
  await expect.element(found).toBeVisible()
  for (let steps = 0; steps < 60 && found.element() !== document.activeElement; steps += 1) await press('Tab')
  await expect.element(found).toHaveFocus()
}
