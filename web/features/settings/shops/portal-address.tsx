import { Check, Copy, Download, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ThisComputerAlone, useSharedOrigin } from '#web/inputs/shared-origin.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { portalToUrl, type QrModules, qrToSvg } from './portal-qr.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-shop-texts.ts'

/** The portal's address: to open, to copy, and as a QR code drawn on this device. */
export function PortalAddress({ shopCode }: { shopCode: string }) {
  const origin = useSharedOrigin()
  const url = portalToUrl(origin ?? window.location.origin, shopCode)
  const [isCopied, setIsCopied] = useState(false)
  // A code is for others.
  const modules = useQrModules(origin === null ? null : url)

  return (
    <div className="flex flex-wrap items-start gap-4">
      {modules !== undefined && (
        // White in dark mode too, as scanners expect.
        <img
          src={svgToDataUrl(qrToSvg(modules))}
          alt={settings.qrCodeOf({ address: url })}
          className="size-32 shrink-0 rounded-md border border-line bg-white"
        />
      )}
      <div className="flex min-w-0 flex-1 basis-44 flex-col items-start gap-2">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 min-w-0 items-center gap-2 text-accent-ink underline underline-offset-4 wrap-anywhere"
        >
          {url}
          <ExternalLink aria-label={t.portal.newTab()} className="size-4 shrink-0" />
        </a>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copyText(url).then(setIsCopied)}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {isCopied ? t.portal.copied() : t.portal.copyAddress()}
          </Button>
          <span role="status" className="sr-only">
            {isCopied && t.portal.copied()}
          </span>
          {modules !== undefined && (
            <a href={svgToDataUrl(qrToSvg(modules))} download={`portal-${shopCode}.svg`} className={buttonClass()}>
              <Download aria-hidden="true" />
              {t.portal.downloadQr()}
            </a>
          )}
        </div>
        {origin === null && <ThisComputerAlone />}
      </div>
    </div>
  )
}

const svgToDataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Undefined until the encoder is loaded; the address shows without it. */
function useQrModules(text: string | null): QrModules | undefined {
  const [modules, setModules] = useState<QrModules>()
  useEffect(() => {
    if (text === null) return undefined
    let isCurrent = true
    import('uqr').then(
      ({ encode }) => isCurrent && setModules(encode(text, { ecc: 'M', border: 4 }).data),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return modules
}
