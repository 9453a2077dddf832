import type { Page } from '@playwright/test'

export async function drawPhoto(page: Page, color: string): Promise<Buffer> {
  const base64 = await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(640, 480)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, canvas.width, canvas.height)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
  }, color)
  return Buffer.from(base64, 'base64')
}
