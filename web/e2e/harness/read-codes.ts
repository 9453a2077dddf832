import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const require = createRequire(import.meta.url)

/** Decodes the codes in a picture with a reader in Node, independent of the app's. */
export async function readCodes(png: Uint8Array): Promise<string[]> {
  const wasmBinary = Uint8Array.from(await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const found = await readBarcodes(png, { formats: ['QRCode', 'Code128'], tryHarder: true })
  return found.map(({ text }) => text)
}

export async function readPrintedCodes(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const picture = await page.screenshot({ fullPage: true })
  await page.emulateMedia({ media: null })
  return readCodes(picture)
}

export type PrintedPage = { widthMm: number; heightMm: number }

export async function printPages(page: Page): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Type \/Page\b[\s\S]*?\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) => {
    const [, , width = 0, height = 0] = box.trim().split(/\s+/).map(Number)
    return { widthMm: Math.round((width / 72) * 254) / 10, heightMm: Math.round((height / 72) * 254) / 10 }
  })
}

/** Boxes of the paper whose content overflows, once fonts are loaded and text is fitted. */
export const findCutBoxes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Pages are measured in the next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return [...document.querySelectorAll<HTMLElement>('[aria-label="Preview"] .paper, [aria-label="Preview"] .paper *')]
      .filter((box) => box instanceof HTMLElement && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) && box.clientWidth > 0)
      .filter((box) => getComputedStyle(box).display !== 'inline')
      .map((box) => `${box.tagName}.${box.className}: ${box.scrollWidth}×${box.scrollHeight} in ${box.clientWidth}×${box.clientHeight}`)
  })
