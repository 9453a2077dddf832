import type { Page } from '@playwright/test'

/** What the Orders list showed from one frame on: its rows by address and first cell, and how many it says there are in all. */
export type Painting = { atMs: number; rows: string[]; total: string }

declare global {
  interface Window {
    paintings: Painting[]
  }
}

/** A list is painted when its first screen is: rows below it may follow. */
const screenRows = 10
const pressKey = 'bench-pressed-at'
const patienceMs = 600_000

/** Notes from the next load on what the Orders list shows, frame by frame, and when a button was pressed last. */
export const watchPaintings = (page: Page): Promise<unknown> => page.addInitScript(notePaintings, pressKey)

/** What the list has shown since the page was loaded; times as of `Date.now()`. */
export const readPaintings = (page: Page): Promise<Painting[]> => page.evaluate(() => window.paintings)

/** When a button of this tab was pressed last, also before the present load; as of `Date.now()`. */
export const readPress = (page: Page): Promise<number> => page.evaluate((key) => Number(sessionStorage.getItem(key) ?? Number.NaN), pressKey)

export const readLoadStart = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin)

/** The frame with the first rows, whichever they were. */
export const findFirstRows = (paintings: readonly Painting[]): Painting | undefined => paintings.find(({ rows }) => rows.length > 0)

/** The first frame whose rows begin as the wanted ones do; with `isExact` with all of them and their total. */
export function findWanted(paintings: readonly Painting[], wanted: Pick<Painting, 'rows' | 'total'>, isExact = false): Painting | undefined {
  const least = Math.min(screenRows, wanted.rows.length)
  return paintings.find(({ rows, total }) => {
    if (isExact && (rows.length !== wanted.rows.length || total !== wanted.total)) return false
    return rows.length >= least && rows.every((row, index) => row === wanted.rows[index])
  })
}

/** Waits until the list shows what is wanted. @returns the frame */
export async function waitForPainting(page: Page, wanted: Pick<Painting, 'rows' | 'total'>, isExact = false): Promise<Painting> {
  const startMs = performance.now()
  while (performance.now() - startMs < patienceMs) {
    const found = findWanted(await readPaintings(page), wanted, isExact)
    if (found !== undefined) return found
    await page.waitForTimeout(50)
  }
  throw new Error('The Orders list did not show the wanted rows')
}

// Runs inside the page, so it can use nothing from outside of itself.
function notePaintings(key: string): void {
  window.paintings = []
  let last = ''
  const look = (): void => {
    const grid = document.querySelector('table[role="grid"][aria-label="Orders"]')
    const rows = [...(grid?.querySelectorAll('tbody tr[aria-rowindex]') ?? [])].map(
      (row) => `${row.querySelector('a')?.getAttribute('href')} ${row.querySelector('td')?.textContent}`,
    )
    const total = grid?.getAttribute('aria-rowcount') ?? ''
    const text = `${total} ${rows.join()}`
    if (text === last) return
    last = text
    // The first callback comes before the frame is painted, the second one after it.
    requestAnimationFrame(() => requestAnimationFrame(() => window.paintings.push({ atMs: performance.timeOrigin + performance.now(), rows, total })))
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-rowcount', 'href'],
  })
  window.addEventListener('click', ({ timeStamp }) => sessionStorage.setItem(key, String(performance.timeOrigin + timeStamp)), { capture: true })
}
