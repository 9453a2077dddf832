import type { CDPSession, Page } from '@playwright/test'
import { type Condition, measurePaint } from '../page/page-probe.ts'

type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing'

/**
 * Milliseconds of processor time that the page's main thread takes from an event to the frame that meets the condition,
 * by the browser's own trace: what other programs do meanwhile does not count.
 */
export async function measureThread(page: Page, eventType: 'click' | 'keydown', condition: Condition, cause: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const stop = await startTrace(devtools)
  await measurePaint(page, eventType, condition, cause)
  const events = await stop()
  await devtools.detach()
  const [start, end] = ['bench-event', 'bench-painted'].map((mark) => events.find(({ name }) => name === mark))
  if (start === undefined || end === undefined) throw new Error('The trace lacks the marks of the page')
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) => name === 'RunTask' && pid === start.pid && tid === start.tid && ts + dur >= start.ts && ts <= end.ts,
  )
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
}

async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', { categories, transferMode: 'ReportEvents' })
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    return events
  }
}
