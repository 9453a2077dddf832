import { PackageCheck, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import type { Purchase } from '#schema/collections/stock/purchases.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsWith } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip, type ChipTone } from '#web/ui/layout/badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { purchaseStateTexts } from './supply-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './purchases-texts.ts'

const toneByState: Readonly<Record<Purchase['state'], ChipTone>> = { draft: 'neutral', sent: 'waiting', received: 'done', cancelled: 'closed' }
const shownAtMost = 50

/** Open purchases first, then the latest of the others. */
const compare = (one: Purchase, other: Purchase): number => rankOf(one) - rankOf(other) || (one.createdAt < other.createdAt ? 1 : -1)
const rankOf = ({ state }: Purchase): number => (state === 'draft' || state === 'sent' ? 0 : 1)

export function PurchasesDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const device = useDevice()
  const { timeZone, day } = useShopFormat()
  const all = useShopRows('purchases', shopId)
  const suppliers = useShopRows('suppliers', shopId)
  const purchases = useMemo(() => all?.toSorted(compare).slice(0, shownAtMost), [all])
  const ids = useMemo(() => (purchases ?? []).map(({ id }) => id), [purchases])
  const lines = useRowsWith('purchase_lines', shopId, 'purchaseId', ids)
  const linesById = useMemo(() => Map.groupBy(lines ?? [], ({ purchaseId }) => purchaseId), [lines])
  const add = async (): Promise<void> => {
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'create', collection: 'purchases', values: {} }]),
      failure: t.makeFailed(),
    })
    const [purchaseId] = outcome.ok ? outcome.value.ids : []
    if (purchaseId !== undefined) openDialog({ kind: 'purchase', purchaseId })
  }
  return (
    <Dialog
      open
      size="md"
      title={t.title()}
      onCloseRequest={onClose}
      initialFocus={() => null}
      footer={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            {common.close()}
          </Button>
          <Button className="sm:ml-auto" onClick={() => openDialog({ kind: 'to-order' })}>
            {t.partsToOrder()}
          </Button>
          <Button variant="primary" onClick={() => void add()}>
            <Plus aria-hidden="true" />
            {t.newPurchase()}
          </Button>
        </>
      }
    >
      {purchases === undefined ? (
        <p role="status" className="text-muted">
          {t.reading()}
        </p>
      ) : purchases.length === 0 ? (
        <EmptyState icon={<PackageCheck />} title={t.none()} text={t.noneText()} />
      ) : (
        <ul aria-label={t.title()}>
          {purchases.map((purchase) => (
            <li key={purchase.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                className="flex min-h-14 w-full items-center gap-x-3 rounded-md px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
                onClick={() => openDialog({ kind: 'purchase', purchaseId: purchase.id })}
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {suppliers?.find(({ id }) => id === purchase.supplierId)?.supplierName ?? t.noSupplier()}
                  <span className="block text-sm text-muted">
                    {[purchase.reference, day(localDay(purchase.createdAt, timeZone))].filter((text) => text !== null).join(' · ')}
                  </span>
                </span>
                <span className="flex shrink-0 items-center gap-x-3 gap-y-0.5 max-sm:flex-col-reverse max-sm:items-end">
                  <span className="text-sm text-muted tabular-nums">{toProgress(linesById.get(purchase.id) ?? [])}</span>
                  <Chip tone={toneByState[purchase.state]}>{purchaseStateTexts[purchase.state]}</Chip>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** '3 of 5 received'. */
function toProgress(lines: readonly PurchaseLine[]): string {
  const sum = (pick: (line: PurchaseLine) => number): number => lines.reduce((total, line) => total + pick(line), 0)
  return lines.length === 0 ? t.empty() : t.receivedOf({ received: sum(({ received }) => received), all: sum(({ quantity }) => quantity) })
}
