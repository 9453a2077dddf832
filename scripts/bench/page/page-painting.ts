import type { Page } from '@playwright/test'

/** Painted state of the Orders list: its rows (address and first cell) and the displayed total. */
export type Painting = { atMs: number; rows: string[]; total: string }

declare global {
  interface Window {
    paintings: Painting[]
  }
}

/** The first screen counts as painted; rows below may follow. */
const screenRows = 10
const pressKey = 'bench-pressed-at'
const patienceMs = 600_000

export const watchPaintings = (page: Page): Promise<unknown> => page.addInitScript(notePaintings, pressKey)

/** Paintings since the load; times as `Date.now()`. */
export const readPaintings = (page: Page): Promise<Painting[]> => page.evaluate(() => window.paintings)

/** Last button press in this tab, also before the current load; as `Date.now()`. */
export const readPress = (page: Page): Promise<number> => page.evaluate((key) => Number(sessionStorage.getItem(key) ?? Number.NaN), pressKey)

export const readLoadStart = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin)

export const findFirstRows = (paintings: readonly Painting[]): Painting | undefined => paintings.find(({ rows }) => rows.length > 0)

/** The first frame whose rows start with the wanted ones; `isExact`: with equal rows and total. */
export function findWanted(paintings: readonly Painting[], wanted: Pick<Painting, 'rows' | 'total'>, isExact = false): Painting | undefined {
  const least = Math.min(screenRows, wanted.rows.length)
  return paintings.find(({ rows, total }) => {
    if (isExact && (rows.length !== wanted.rows.length || total !== wanted.total)) return false
    return rows.length >= least && rows.every((row, index) => row === wanted.rows[index])
  })
}

export async function waitForPainting(page: Page, wanted: Pick<Painting, 'rows' | 'total'>, isExact = false): Promise<Painting> {
  const startMs = performance.now()
  while (performance.now() - startMs < patienceMs) {
    const found = findWanted(await readPaintings(page), wanted, isExact)
    if (found !== undefined) return found
    await page.waitForTimeout(50)
  }
  throw new Error('The Orders list did not show the wanted rows')
}

// Serialised into the page, so it cannot use outer variables.
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
    // The first callback runs before the frame is painted, the second after.
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
