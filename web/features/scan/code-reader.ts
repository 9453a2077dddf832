import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Finds codes in a picture: what they say, most often none or one. */
export type CodeReader = (source: HTMLVideoElement | HTMLCanvasElement | ImageBitmap) => Promise<string[]>

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }

type NativeDetector = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

/** Labels, SKUs, and what stands on the boxes of phones and parts. */
const formats = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'data_matrix'] as const

const needed: readonly string[] = ['qr_code', 'code_128']

/** The browser's own reader where it knows our codes, else one that comes with the app and needs no network (SCAN-01). */
export async function createCodeReader(isNativeWanted = true): Promise<CodeReader> {
  const detector = (isNativeWanted ? await createNative() : undefined) ?? (await createOwn())
  return async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue)
}

async function createNative(): Promise<Detector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (Native === undefined) return undefined
  try {
    const supported = await Native.getSupportedFormats()
    return needed.every((format) => supported.includes(format)) ? new Native({ formats: formats.filter((format) => supported.includes(format)) }) : undefined
  } catch {
    return undefined
  }
}

async function createOwn(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // By default the package fetches its binary from a server of others.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
