import { Plus } from 'lucide-react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { reads } from '#web/api/admin-api.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Link } from '#web/navigation/link.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { QrCode } from '../profile/qr-code.tsx'

/** The first order, where tablets find the shop, and whether copies are made. */
export function Ready({ shop, path, backupsPath }: { shop: BootstrapShop; path: string; backupsPath: string }) {
  const backups = dataOf(useOnline(reads.backups))
  const address = window.location.origin
  const begin = (): void => {
    navigate(path)
    openDialog({ kind: 'customer-order' })
  }
  return (
    <>
      <div>
        <Button variant="primary" onClick={begin}>
          <Plus aria-hidden="true" />
          Take in the first order
        </Button>
      </div>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={address} label={`QR code of ${address}`} />
        <p className="min-w-0 flex-1 basis-60">
          Tablets of {shop.name} open <span className="font-semibold wrap-anywhere">{address}</span>: hold their camera before the code, sign in, and install it
          as an app when the browser offers that.
          {isLocal(window.location.hostname) && (
            <span className="mt-2 block text-muted">
              This address works on this computer alone. For others, whoever runs the server sets <code>HOST</code> and <code>PUBLIC_URL</code>.
            </span>
          )}
        </p>
      </div>
      {backups !== undefined && (
        <p>
          {backups.isOn ? 'Backups are on.' : 'This server makes no backups of itself yet.'}{' '}
          <Link to={backupsPath} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
            {backups.isOn ? 'How old the newest is' : 'How to switch them on'}
          </Link>
        </p>
      )}
    </>
  )
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
