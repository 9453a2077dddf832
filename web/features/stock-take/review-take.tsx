import { useEffect, useMemo, useState } from 'react'
import type { StockTake } from '#schema/api/answers/inventory-answers.ts'
import type { StockCount } from '#schema/collections/stock/stock-counts.ts'
import { isAborted } from '#web/api/errors.ts'
import { readStockTake, settleStockTake } from '#web/api/shop-api.ts'
import { useIsOffline, useShopRows, useWaitingChanges } from '#web/device/react/use-device.ts'
import { failureToDescription, runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './stock-take-texts.ts'

type ReviewTakeProps = { shopId: string; takeId: string; area: string | null; counts: readonly StockCount[]; onBack: () => void; onClose: () => void }

/** The differences, which the server knows: what was sold and received since each count, on any device. */
export function ReviewTake({ shopId, takeId, area, counts, onBack, onClose }: ReviewTakeProps) {
  const isOffline = useIsOffline()
  const waiting = useWaitingChanges()
  const unsent = waiting.filter(({ ops }) => ops.some(({ collection }) => collection === 'stock_counts')).length
  const products = useShopRows('products', shopId)
  const nameById = useMemo(() => new Map(products?.map(({ id, name }) => [id, name])), [products])
  const [take, setTake] = useState<StockTake>()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    if (isOffline || unsent > 0) return undefined
    const controller = new AbortController()
    void readStockTake(shopId, takeId, controller.signal).then(
      (read) => {
        setTake(read)
        setTrouble(undefined)
      },
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) setTrouble(failureToDescription(error, t.needsConnection()) ?? t.needsConnection())
      },
    )
    return () => controller.abort()
    // Read again when counts came or were sent, or a product's count moved.
  }, [shopId, takeId, isOffline, unsent, counts, products])
  const isApplied = take?.products.every((product) => product.isApplied) ?? false
  const act = async (what: 'apply' | 'undo'): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => setTake(await settleStockTake(shopId, takeId, what)),
      success: what === 'apply' ? t.applied() : t.undone(),
      failure: { title: what === 'apply' ? t.applyFailed() : t.undoFailed(), description: t.needsConnection() },
    })
    setIsBusy(false)
  }
  const note = isOffline ? t.needsConnection() : unsent > 0 ? t.sendsFirst() : trouble
  return (
    <Dialog
      open
      size="md"
      title={area === null ? t.differences() : t.differencesOf({ area })}
      onCloseRequest={onClose}
      initialFocus={() => null}
      footer={
        <>
          <Button onClick={isApplied ? onClose : onBack}>{isApplied ? common.close() : common.back()}</Button>
          {isApplied ? (
            <Button busy={isBusy} disabled={note !== undefined} onClick={() => void act('undo')}>
              {t.undoTake()}
            </Button>
          ) : (
            <Button variant="primary" busy={isBusy} disabled={take === undefined || note !== undefined} onClick={() => void act('apply')}>
              {t.apply()}
            </Button>
          )}
        </>
      }
    >
      {note !== undefined && (
        <p role="status" className="mb-3 text-muted">
          {note}
        </p>
      )}
      {take === undefined && note === undefined && (
        <p role="status" className="text-muted">
          {t.reading()}
        </p>
      )}
      {take !== undefined && (
        <table className="w-full tabular-nums">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-2 text-left font-normal">
                {t.product()}
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                {t.counted()}
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                {t.movedSince()}
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                {t.difference()}
              </th>
            </tr>
          </thead>
          <tbody>
            {take.products
              .map((product) => ({ ...product, name: nameById.get(product.productId) ?? t.unknownProduct() }))
              .toSorted((one, other) => one.name.localeCompare(other.name))
              .map(({ productId, name, counted, movedSince, difference }) => (
                <tr key={productId} className="h-11 border-t border-line">
                  <th scope="row" className="text-left font-normal wrap-anywhere">
                    {name}
                  </th>
                  <td className="pl-3 text-right">{counted}</td>
                  <td className="pl-3 text-right text-muted">{movedSince === 0 ? '' : toSigned(movedSince)}</td>
                  <td className={cn('pl-3 text-right', difference !== 0 && 'font-semibold', difference < 0 && 'text-danger-ink')}>{toSigned(difference)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

const toSigned = (count: number): string => (count > 0 ? `+${count}` : String(count).replace('-', '−'))
