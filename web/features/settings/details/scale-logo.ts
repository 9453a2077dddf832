import { isLogoType, logoMaxBytes } from '#schema/rules/shop/profile.ts'

/** Wider pictures say nothing more on a receipt or at the head of a page. */
const longestSide = 800

export const unreadableLogo = 'This picture cannot be read here. Choose a PNG, JPEG or WebP picture.'

const noiseless = ['image/png', 'image/webp', 'image/jpeg'] as const
const qualities = [0.92, 0.8, 0.65, 0.5]

/**
 * A picture of any size and kind that this browser reads, as a logo that the server takes. One that fits is sent as it is.
 * @throws Error in words for the person, when it cannot be read
 */
export async function pictureToLogo(file: Blob): Promise<Blob> {
  const image = await readImage(file)
  const scale = Math.min(1, longestSide / Math.max(image.naturalWidth, image.naturalHeight))
  if (scale === 1 && isLogoType(file.type) && file.size <= logoMaxBytes) return file
  for (let size = scale; size > scale / 16; size *= 0.75) {
    const canvas = drawScaled(image, size)
    for (const type of noiseless) {
      for (const quality of type === 'image/png' ? [undefined] : qualities) {
        const blob = await canvasToBlob(canvas, type, quality)
        // A browser that cannot write a type writes a PNG instead.
        if (blob?.type === type && blob.size <= logoMaxBytes) return blob
      }
    }
  }
  throw new Error(unreadableLogo)
}

async function readImage(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error(unreadableLogo)
    return image
  } catch {
    throw new Error(unreadableLogo)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawScaled(image: HTMLImageElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(unreadableLogo)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

const canvasToBlob = (canvas: HTMLCanvasElement, type: string, quality: number | undefined): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))
