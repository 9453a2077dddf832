import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Bars, quietModules, toCode128 } from './code-128.ts'

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = Uint8Array.from(await readFile(file)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const pxPerModule = 3
const heightPx = 60

function paint({ bars, modules }: Bars): ImageData {
  const width = (modules + 2 * quietModules) * pxPerModule
  const data = new Uint8ClampedArray(width * heightPx * 4).fill(255)
  for (const { from, width: wide } of bars) {
    for (let x = (from + quietModules) * pxPerModule; x < (from + wide + quietModules) * pxPerModule; x += 1) {
      for (let y = 0; y < heightPx; y += 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height: heightPx, colorSpace: 'srgb' }
}

async function readBack(text: string): Promise<string | undefined> {
  const bars = toCode128(text)
  if (bars === null) throw new Error(`No bars for ${text}`)
  const [found] = await readBarcodes(paint(bars), { formats: ['Code128'] })
  return found?.text
}

describe('bars of a SKU (PRINT-01)', () => {
  test('are read as the SKU by another library, whatever it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/), async (sku) => {
        expect(await readBack(sku)).toBe(sku)
      }),
      { numRuns: 60 },
    )
  })

  test.each(['000123456789', 'DSP-0042', '^FNC1', '^065', 'size 5'])('are read as they stand: %s', async (sku) => {
    expect(await readBack(sku)).toBe(sku)
  })

  test.each(['屏幕-5', '🔧', 'Größe-5', ''])('are none where the code cannot hold the text: %s', (sku) => {
    expect(toCode128(sku)).toBeNull()
  })
})
