import type { Page } from '@playwright/test'

/** Widths of a tablet held upright and of a phone. */
export const narrowWidths = [1024, 390]

/**
 * What does not fit: a page wider than its window, and buttons, tabs, chips and headings whose text is cut off or runs out of them. What people
 * typed, a `bdi`, may be shortened.
 */
export const findCuts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []
    const labels = [...document.body.querySelectorAll<HTMLElement>('button, [role="tab"], [role="menuitem"], nav a, h1, h2, h3, .rounded-full')]
    const cut = labels
      .flatMap((label) => [label, ...label.querySelectorAll<HTMLElement>('*')])
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => element.closest('bdi, .sr-only, .paper, [data-typed]') === null && element.querySelector('bdi') === null)
      .map((element) => `${element.tagName.toLowerCase()} ‘${element.innerText.slice(0, 60)}’ ${element.scrollWidth} in ${element.clientWidth} px`)
    return [...new Set([...wide, ...cut])]
  })
