import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ShopLogo, isLogoType, logoMaxBytes } from '#schema/rules/shop/profile.ts'
import { deleteShopLogo, saveShopLogo } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { needsConnection, useOnlineAction } from '../online/online-work.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from '../shops/settings-shop-texts.ts'

/** In pixels; a larger logo gains nothing on a receipt or page header. */
const longestSide = 800

const unreadableLogo = t.logo.unreadable()

const noiseless = ['image/png', 'image/webp', 'image/jpeg'] as const
const qualities = [0.92, 0.8, 0.65, 0.5]

/**
 * Converts any picture the browser can read to a logo the server accepts; one that fits is sent as it is.
 * @throws Error with a message for the user if it cannot be read
 */
async function pictureToLogo(file: Blob): Promise<Blob> {
  const image = await readImage(file)
  const scale = Math.min(1, longestSide / Math.max(image.naturalWidth, image.naturalHeight))
  if (scale === 1 && isLogoType(file.type) && file.size <= logoMaxBytes) return file
  for (let size = scale; size > scale / 16; size *= 0.75) {
    const canvas = drawScaled(image, size)
    for (const type of noiseless) {
      for (const quality of type === 'image/png' ? [undefined] : qualities) {
        const blob = await canvasToBlob(canvas, type, quality)
        // A browser that cannot write a type silently returns a PNG.
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

/** The shop's logo: any picture, scaled on this device and saved at once. */
export function LogoField({ shopId, logo }: { shopId: string; logo: ShopLogo | null }) {
  const perform = useOnlineAction()
  const shown = useShopLogo(shopId)
  const input = useRef<HTMLInputElement>(null)
  const [busyWith, setBusyWith] = useState<'saving' | 'removing'>()
  const [result, setResult] = useState<string>()

  const act = async (kind: 'saving' | 'removing', run: () => Promise<unknown>): Promise<void> => {
    setBusyWith(kind)
    setResult(undefined)
    const title = kind === 'saving' ? t.logo.notSaved() : t.logo.notRemoved()
    const outcome = await perform({ run, success: kind === 'saving' ? t.logo.saved() : t.logo.removed(), failure: { title }, isQuiet: true })
    setBusyWith(undefined)
    if (!outcome.ok) setResult(outcome.error instanceof NetworkError ? needsConnection : (outcome.reason ?? title))
  }
  const choose = async (file: File | undefined): Promise<void> => {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    try {
      const picture = await pictureToLogo(file)
      await act('saving', () => saveShopLogo(shopId, picture))
    } catch (error) {
      setResult((error as Error).message)
    }
  }

  return (
    <section aria-label={t.logo.title()} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {/* White in dark mode too: logos are made for paper. */}
      <span className={cn('flex h-20 w-36 shrink-0 items-center justify-center rounded-md border border-line p-1', shown !== null && 'bg-paper')}>
        {shown === null ? (
          <span className="text-sm text-muted">{logo === null ? t.logo.none() : common.loading()}</span>
        ) : (
          <img src={shown} alt={t.logo.ofShop()} className="max-h-full max-w-full object-contain" />
        )}
      </span>
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <span className="flex flex-wrap gap-2">
          <Button busy={busyWith === 'saving'} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {logo === null ? t.logo.add() : t.logo.change()}
          </Button>
          {logo !== null && (
            <Button busy={busyWith === 'removing'} onClick={() => void act('removing', () => deleteShopLogo(shopId))}>
              <Trash2 aria-hidden="true" />
              {t.logo.remove()}
            </Button>
          )}
        </span>
        <span role="status" className="text-sm text-muted">
          {result ?? t.details.onReceipts()}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t.logo.picture()}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </section>
  )
}
