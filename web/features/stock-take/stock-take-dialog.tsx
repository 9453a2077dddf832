import { ClipboardCheck } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { v7 } from 'uuid'
import { useShopRows } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CountArea } from './count-area.tsx'
import { ReviewTake } from './review-take.tsx'
import { sumCounts, type Take, useTakes } from './takes.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './stock-take-texts.ts'

type Step = { id: string; area: string | null; isReview: boolean }

/** Several tablets count one area at once: each opens the stock take that another one started. */
export function StockTakeDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const takes = useTakes(shopId)
  const [step, setStep] = useState<Step>()
  const take = takes?.find(({ id }) => id === step?.id)
  if (step === undefined) return <StartTake shopId={shopId} takes={takes} onStart={setStep} onClose={onClose} />
  const counts = take?.counts ?? []
  const back = (): void => setStep(undefined)
  return step.isReview ? (
    <ReviewTake shopId={shopId} takeId={step.id} area={step.area} counts={counts} onBack={() => setStep({ ...step, isReview: false })} onClose={onClose} />
  ) : (
    <CountArea
      shopId={shopId}
      takeId={step.id}
      area={step.area}
      counts={counts}
      onReview={() => setStep({ ...step, isReview: true })}
      onBack={back}
      onClose={onClose}
    />
  )
}

type StartTakeProps = { shopId: string; takes: readonly Take[] | undefined; onStart: (step: Step) => void; onClose: () => void }

function StartTake({ shopId, takes, onStart, onClose }: StartTakeProps) {
  const now = useNow()
  const { dateTime } = useShopFormat()
  const products = useShopRows('products', shopId)
  const locations = useMemo(() => [...new Set(products?.flatMap(({ location }) => location ?? []))].toSorted(), [products])
  const [area, setArea] = useState('')
  const start = (event: FormEvent): void => {
    event.preventDefault()
    onStart({ id: v7(), area: area.trim() || null, isReview: false })
  }
  return (
    <Dialog
      open
      size="md"
      title={t.title()}
      description={t.text()}
      onCloseRequest={onClose}
      onSubmit={start}
      footer={
        <>
          <Button onClick={onClose}>{common.close()}</Button>
          <Button type="submit" variant="primary">
            {t.start()}
          </Button>
        </>
      }
    >
      <Field label={t.area()} hint={t.areaHint()}>
        <TextField autoComplete="off" list="stock-take-areas" maxLength={200} value={area} onChange={({ target }) => setArea(target.value)} />
      </Field>
      <datalist id="stock-take-areas">
        {locations.map((location) => (
          <option key={location} value={location}>
            {location}
          </option>
        ))}
      </datalist>
      {takes !== undefined && takes.length === 0 && <EmptyState icon={<ClipboardCheck />} title={t.nothingCounted()} />}
      <ul aria-label={t.takes()} className="mt-4">
        {takes?.map((take) => (
          <li key={take.id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              className="flex min-h-14 w-full flex-wrap items-center gap-x-3 rounded-md px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onStart({ id: take.id, area: take.area, isReview: take.isApplied })}
            >
              <span className="min-w-40 flex-1 wrap-anywhere">
                {take.area ?? t.wholeShop()}
                <span className="block text-sm text-muted">{dateTime(take.startedAt, now)}</span>
              </span>
              <span className="text-sm text-muted tabular-nums">{t.products({ count: sumCounts(take.counts).length })}</span>
              <Chip tone={take.isApplied ? 'done' : 'waiting'}>{take.isApplied ? t.isApplied() : t.isCounting()}</Chip>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
