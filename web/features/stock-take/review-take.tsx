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
        if (!controller.signal.aborted && !isAborted(error)) setTrouble(failureToDescription(error, needsConnection) ?? needsConnection)
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
      success: what === 'apply' ? 'Stock take applied' : 'Stock take undone',
      failure: { title: what === 'apply' ? 'Failed to apply the stock take' : 'Failed to undo the stock take', description: needsConnection },
    })
    setIsBusy(false)
  }
  const note = isOffline ? needsConnection : unsent > 0 ? 'This device sends its counts first.' : trouble
  return (
    <Dialog
      open
      size="md"
      title={area === null ? 'Differences' : `Differences of ${area}`}
      onCloseRequest={onClose}
      initialFocus={() => null}
      footer={
        <>
          <Button onClick={isApplied ? onClose : onBack}>{isApplied ? 'Close' : 'Back'}</Button>
          {isApplied ? (
            <Button busy={isBusy} disabled={note !== undefined} onClick={() => void act('undo')}>
              Undo the Stock Take
            </Button>
          ) : (
            <Button variant="primary" busy={isBusy} disabled={take === undefined || note !== undefined} onClick={() => void act('apply')}>
              Apply
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
          Reading the differences...
        </p>
      )}
      {take !== undefined && (
        <table className="w-full tabular-nums">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-2 text-left font-normal">
                Product
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Counted
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Moved since
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-normal">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {take.products
              .map((product) => ({ ...product, name: nameById.get(product.productId) ?? 'Unknown product' }))
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

const needsConnection = 'The differences need a connection, because other devices may have sold meanwhile. What was counted is safe on this device.'

const toSigned = (count: number): string => (count > 0 ? `+${count}` : String(count).replace('-', '−'))
