import type { Page } from '@playwright/test'
import { openBarePage, profilePage, runScript, withBrowser } from '../harness/browser.ts'
import { bundleForPage } from '../harness/bundle.ts'
import { toSeries, type BenchContext } from '../harness/context.ts'
import { hotFunctionsToLines, profileToHotFunctions } from '../harness/cpu-profile.ts'
import type { Figure } from '../harness/figure.ts'
import { median } from '../harness/stats.ts'
import type { PhotosBench, PhotosTime } from '../page/page-photos.ts'
import type { BenchServer } from '../shops/workshop.ts'

/**
 * 200 photos of 400 kB that waited on a device without a network: from `online` to the last one on the server ÷ the same bytes by
 * plain `fetch`; and saving an order meanwhile ÷ with nothing to send.
 */
export async function measurePhotos(bench: BenchContext): Promise<Figure[]> {
  const [count, saves] = [bench.amount(200, 20), bench.amount(40, 5)]
  const plain: PhotosTime[] = []
  const sent: PhotosTime[] = []
  const quietMs: number[] = []
  const busyMs: number[] = []
  for (let run = 0; run < bench.runs; run += 1) {
    await withDevice(bench, false, async ({ page, shopId, goOffline, goOnline }) => {
      const sendPlainly = async (): Promise<void> =>
        void plain.push(await page.evaluate(([shop, photos]) => readPhotosBench().sendPlainly(shop, photos), [shopId, count] as const))
      const send = async (): Promise<void> => {
        await goOffline()
        await page.evaluate(([shop, photos]) => readPhotosBench().addPhotos(shop, photos), [shopId, count] as const)
        await goOnline()
        sent.push(await page.evaluate(() => readPhotosBench().sent))
      }
      // A first few, because they find a cold server; and the two in turns.
      await page.evaluate((shop) => readPhotosBench().sendPlainly(shop, 10), shopId)
      for (const step of run % 2 === 0 ? [sendPlainly, send] : [send, sendPlainly]) await step()
      const save = () => page.evaluate(([shop, times]) => readPhotosBench().save(shop, times), [shopId, saves] as const)
      await page.waitForTimeout(1_000)
      quietMs.push(...(await save()).ms)
      await goOffline()
      await page.evaluate(([shop, photos]) => readPhotosBench().addPhotos(shop, photos), [shopId, count] as const)
      await goOnline()
      const { ms, meanwhile } = await save()
      busyMs.push(...ms.slice(0, meanwhile))
      await page.evaluate(() => readPhotosBench().sent)
    })
    bench.say(`  photos ${run + 1}/${bench.runs}: ${Math.round(sent.at(-1)?.totalMs ?? 0)} ms, plain ${Math.round(plain.at(-1)?.totalMs ?? 0)} ms`)
  }
  const middle = (times: readonly PhotosTime[], pick: (time: PhotosTime) => number): number => Math.round(median(times.map(pick)))
  const sending: Figure = {
    name: 'photos',
    what: `${count} photos of 400 kB that waited, from online to the last one on the server ÷ plain requests of the same bytes`,
    unit: 'ms',
    product: toSeries(
      'photos of the device',
      sent.map(({ totalMs }) => totalMs),
    ),
    baseline: toSeries(
      'plain fetch, one after the other',
      plain.map(({ totalMs }) => totalMs),
    ),
    target: { of: 'ratio', atMost: 1.3 },
    notes: [
      `inside the requests ${middle(sent, ({ requestMs }) => requestMs)} ms, plainly ${middle(plain, ({ requestMs }) => requestMs)} ms`,
      `from online to the first content, while their rows are pushed, ${middle(sent, ({ beforeMs }) => beforeMs)} ms; from the last until nothing waits ${middle(sent, ({ afterMs }) => afterMs)} ms`,
      'each content is followed by its small picture; both are kept on the device for looking at',
    ],
    profile: [],
  }
  const saving: Figure = {
    name: 'photos/saving',
    what: `Saving an order while ${count} photos are sent ÷ with nothing to send`,
    unit: 'ms',
    product: toSeries('while photos are sent', busyMs),
    baseline: toSeries('with nothing to send', quietMs),
    target: { of: 'ratio', atMost: 1.2 },
    notes: [`slowest ${Math.round(Math.max(...busyMs))} ms, with nothing to send ${Math.round(Math.max(...quietMs))} ms`],
    profile: [],
  }
  if (bench.hasMissed(sending)) sending.profile = await profileSending(bench, count)
  return [sending, saving]
}

type OpenDevice = { page: Page; shopId: string; server: BenchServer; goOffline: () => Promise<void>; goOnline: () => Promise<void> }

/** The app's device without screens, synced, on a server of its own. */
async function withDevice<Result>(bench: BenchContext, isReadable: boolean, run: (device: OpenDevice) => Promise<Result>): Promise<Result> {
  const shop = await bench.shopWith(bench.amount(1_000, 300))
  const script = await bundleForPage('page-photos.ts', { isReadable })
  const server = await bench.workshop.startServer(bench.workshop.copyFolder(shop.dataDir))
  try {
    return await withBrowser(bench.workshop.root, async (context) => {
      const page = await openBarePage(context, server.url)
      await runScript(page, script)
      await page.evaluate((userId) => readPhotosBench().open(userId), shop.userId)
      const goOffline = async (): Promise<void> => {
        await context.setOffline(true)
        await page.evaluate(() => readPhotosBench().watchSending())
      }
      return run({ page, shopId: shop.shopId, server, goOffline, goOnline: () => context.setOffline(false) })
    })
  } finally {
    await server.stop()
  }
}

const profileSending = (bench: BenchContext, count: number): Promise<string[]> =>
  withDevice(bench, true, async ({ page, shopId, server, goOffline, goOnline }) => {
    await goOffline()
    await page.evaluate(([shop, photos]) => readPhotosBench().addPhotos(shop, photos), [shopId, count] as const)
    await server.startProfile()
    const lines = await profilePage(page, async () => {
      await goOnline()
      await page.evaluate(() => readPhotosBench().sent)
    })
    const serverLines = hotFunctionsToLines(profileToHotFunctions(await server.stopProfile(), 12))
    return ['page, own time by function:', ...lines.slice(0, 10), 'server, own time by function:', ...serverLines]
  })

// Defined inside the page by the bundle; used in functions that run there.
declare function readPhotosBench(): PhotosBench
