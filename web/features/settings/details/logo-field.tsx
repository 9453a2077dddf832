import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ShopLogo } from '#schema/rules/shop/profile.ts'
import { deleteShopLogo, saveShopLogo } from '#web/api/admin-api.ts'
import { NetworkError } from '#web/api/errors.ts'
import { useShopLogo } from '#web/device/react/use-shop-logo.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { needsConnection, useOnlineAction } from '../online/online-work.tsx'
import { pictureToLogo } from './scale-logo.ts'

/** The logo of the shop (SHOP-04): any picture, made small enough on this device, and saved at once. */
export function LogoField({ shopId, logo }: { shopId: string; logo: ShopLogo | null }) {
  const perform = useOnlineAction()
  const shown = useShopLogo(shopId)
  const input = useRef<HTMLInputElement>(null)
  const [busyWith, setBusyWith] = useState<'saving' | 'removing'>()
  const [result, setResult] = useState<string>()

  const act = async (kind: 'saving' | 'removing', run: () => Promise<unknown>): Promise<void> => {
    setBusyWith(kind)
    setResult(undefined)
    const title = kind === 'saving' ? 'The logo was not saved' : 'The logo was not removed'
    const outcome = await perform({ run, success: kind === 'saving' ? 'Logo saved' : 'Logo removed', failure: { title }, isQuiet: true })
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
    <section aria-label="Logo" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex h-20 w-36 shrink-0 items-center justify-center rounded-md border border-line bg-white p-1">
        {shown === null ? (
          <span className="text-sm text-neutral-600">{logo === null ? 'No logo' : 'Loading...'}</span>
        ) : (
          <img src={shown} alt="Logo of the shop" className="max-h-full max-w-full object-contain" />
        )}
      </span>
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <span className="flex flex-wrap gap-2">
          <Button busy={busyWith === 'saving'} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {logo === null ? 'Add Logo' : 'Change Logo'}
          </Button>
          {logo !== null && (
            <Button busy={busyWith === 'removing'} onClick={() => void act('removing', () => deleteShopLogo(shopId))}>
              <Trash2 aria-hidden="true" />
              Remove Logo
            </Button>
          )}
        </span>
        <span role="status" className="text-sm text-muted">
          {result ?? 'On receipts and on the page of your customers.'}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture of the logo"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </section>
  )
}
