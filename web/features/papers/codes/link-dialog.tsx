import { Share2 } from 'lucide-react'
import { isLoopbackOrigin } from '#schema/rules/shop/shared-origin.ts'
import { ThisComputerAlone } from '#web/inputs/shared-origin.tsx'
import { QrPicture } from '#web/ui/qr-picture.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from './customer-link-texts.ts'

type LinkDialogProps = { url: string; onClose: () => void; shareTitle: string; description: string }

/** A customer link, shown only once: as a QR code, to copy, or to share. */
export function LinkDialog({ url, onClose, shareTitle, description }: LinkDialogProps) {
  const share = typeof navigator.share === 'function' ? () => void navigator.share({ url, title: shareTitle }).catch(() => undefined) : undefined
  return (
    <Dialog
      open
      onCloseRequest={onClose}
      size="sm"
      title={t.title()}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.done()}
        </Button>
      }
    >
      <div className="flex flex-col items-start gap-4">
        <div role="img" aria-label={t.qrCode()} className="rounded-md bg-white p-1">
          <QrPicture text={url} sideMm={45} />
        </div>
        <p className="text-sm wrap-anywhere">{url}</p>
        {isLoopbackOrigin(url) && <ThisComputerAlone />}
        <div className="flex flex-wrap gap-2">
          <CopyButton readText={() => url}>{t.copyLink()}</CopyButton>
          {share !== undefined && (
            <Button onClick={share}>
              <Share2 aria-hidden="true" />
              {t.share()}
            </Button>
          )}
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t.look()}
          </a>
        </div>
      </div>
    </Dialog>
  )
}
