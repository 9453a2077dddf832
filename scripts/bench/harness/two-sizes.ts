import type { Page } from '@playwright/test'
import { profilePage } from './browser.ts'
import { type BenchContext, toSeries } from './context.ts'
import type { Figure, Target } from './figure.ts'
import { median } from './stats.ts'
import { type ActionTimes, learnAnswer, measureAction, type ViewAction } from '../shops/view-actions.ts'

const usualTarget: Target = { of: 'ratio', atMost: 1.5 }

/** A value at the small size, which is the baseline, and at the full size. */
export type Pair<Value> = { small: Value; full: Value }

export const newTimes = (): ActionTimes => ({ ms: [], blockMs: [] })

/** Measures an action on the page of each size, in turns. `labels` describe the sizes, such as '20000 orders'; a null target is none. */
export async function measureActionInTurns(
  bench: BenchContext,
  pages: Pair<Page>,
  labels: Pair<string>,
  name: string,
  action: ViewAction,
  rounds: number,
  target: Target | null = usualTarget,
): Promise<Figure> {
  const toTurn = async (page: Page) => {
    await page.bringToFront()
    return { page, times: newTimes(), answer: await learnAnswer(page, action) }
  }
  const turns = [await toTurn(pages.small), await toTurn(pages.full)] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const { page, times, answer } of turns) {
      await page.bringToFront()
      await measureAction(page, action, answer, times)
    }
  }
  return { ...toTwoSizesFigure(bench, name, action.what, labels, { small: turns[0].times, full: turns[1].times }), target: target ?? undefined }
}

export function toTwoSizesFigure(
  bench: BenchContext,
  name: string,
  what: string,
  labels: Pair<string>,
  times: Pair<ActionTimes>,
  notes: string[] = [],
): Figure {
  bench.say(`  ${name}: ${Math.round(median(times.full.ms))} ms, at the small size ${Math.round(median(times.small.ms))} ms`)
  return {
    name,
    what: `${what}, at ${labels.full} ÷ at ${labels.small}`,
    unit: 'ms',
    product: toSeries(labels.full, times.full.ms),
    baseline: toSeries(labels.small, times.small.ms),
    target: usualTarget,
    notes: [toBlockNote(times), ...notes],
    profile: [],
  }
}

const toBlockNote = ({ small, full }: Pair<ActionTimes>): string =>
  `longest block of the main thread: ${Math.round(Math.max(...full.blockMs))} ms, at the small size ${Math.round(Math.max(...small.blockMs))} ms (0: less than 50)`

/** Adds a profile of one more run to each figure that missed its target. `open` gives a page of the full size with readable names. */
export async function profileMissed(
  bench: BenchContext,
  figures: readonly Figure[],
  toFigureName: (action: ViewAction) => string,
  actions: readonly ViewAction[],
  open: (run: (page: Page) => Promise<void>) => Promise<void>,
): Promise<void> {
  const missed = actions.flatMap((action) => {
    const figure = figures.find(({ name }) => name === toFigureName(action))
    return figure !== undefined && bench.hasMissed(figure) ? [{ action, figure }] : []
  })
  if (missed.length === 0) return
  await open(async (page) => {
    for (const { action, figure } of missed) {
      await learnAnswer(page, action)
      await action.prepare(page)
      figure.profile = await profilePage(page, () => action.action(page).then(() => page.waitForTimeout(1_000)))
    }
  })
}
