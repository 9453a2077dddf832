import axe from 'axe-core'
import { expect } from 'vitest'

type Fault = { id: string; help: string; where: string[] }

/** Axe's findings once animations have ended, because half-faded text counts as low contrast. */
export async function findFaults(rules?: readonly string[]): Promise<Fault[]> {
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: [...rules] } }) })
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.slice(0, 5).map(({ target }) => target.join(' ')) }))
}

/** Axe's findings about colours in the dark theme. Leaves the page light. */
export async function findFaultsOfDark(): Promise<Fault[]> {
  document.documentElement.dataset['theme'] = 'dark'
  try {
    return await findFaults(['color-contrast'])
  } finally {
    delete document.documentElement.dataset['theme']
  }
}

/** Expects no faults in the light theme, and on a wide screen also in the dark one, whose colours are the same at all widths. */
export async function expectNoFaults(place: string): Promise<void> {
  expect(await findFaults(), place).toEqual([])
  if (window.innerWidth >= 640) expect(await findFaultsOfDark(), `${place}, dark`).toEqual([])
}
