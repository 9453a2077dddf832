/** Pictures for upload, in the app and on the customers' page; encoding them anew drops GPS and other EXIF data. */

/** In pixels. */
const longestSide = 2_048

export const qualities = [0.85, 0.75, 0.6, 0.45] as const

type Written = { blob: Blob; width: number; height: number }

/**
 * A JPEG of at most 2,048 pixels a side, or a PNG where that is smaller and lossless, as with screenshots; undefined where
 * none is small enough.
 */
export async function writePicture(image: ImageBitmap, { isPng, maxBytes }: { isPng: boolean; maxBytes: number }): Promise<Written | undefined> {
  for (let side = longestSide; side >= 256; side = Math.round(side * 0.75)) {
    const scaled = await scaleTo(image, side)
    try {
      const { width, height } = scaled
      const lossless = isPng ? await writeAs(scaled, 'image/png') : undefined
      for (const quality of qualities) {
        const jpeg = await writeAs(scaled, 'image/jpeg', quality)
        const blob = lossless !== undefined && lossless.size <= (jpeg?.size ?? Infinity) ? lossless : jpeg
        if (blob !== undefined && blob.size <= maxBytes) return { blob, width, height }
      }
    } finally {
      scaled.close()
    }
  }
  return undefined
}

export function scaleTo(image: ImageBitmap, side: number): Promise<ImageBitmap> {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const [resizeWidth, resizeHeight] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))]
  return createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
}

/** Undefined when the browser cannot write the type: it falls back to PNG silently. */
export async function writeAs(image: ImageBitmap, type: string, quality?: number): Promise<Blob | undefined> {
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  // JPEG has no transparency: fill with white, else it turns black.
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, image.width, image.height)
  }
  context.drawImage(image, 0, 0)
  const blob = await canvas.convertToBlob(quality === undefined ? { type } : { type, quality })
  return blob.type === type ? blob : undefined
}
