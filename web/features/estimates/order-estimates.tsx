import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Panel, panelButtonsClass, panelNoteClass, PanelVerb } from '#web/ui/layout/panel.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { EstimateItem } from './estimate-item.tsx'
import { estimatesToTable } from './estimates-csv.ts'
import { compareVersions, findSending } from './estimate-words.ts'
import { t } from './estimates-texts.ts'

const EstimateDialog = lazy(async () => ({ default: (await import('./estimate-dialog.tsx')).EstimateDialog }))
const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))
const MessageDialog = lazy(async () => ({ default: (await import('#web/features/messages/message-dialog.tsx')).MessageDialog }))
const EstimateLinkDialog = lazy(async () => ({ default: (await import('./estimate-link-dialog.tsx')).EstimateLinkDialog }))

export type Asked =
  | { dialog: 'add'; copyOf?: Estimate }
  | { dialog: 'edit' | 'answer'; estimate: Estimate }
  | { dialog: 'send'; estimate: Estimate; makeLink: () => void }
  | { dialog: 'link'; url: string }

type OrderEstimatesProps = { shopId: string; orderId: string; customerName: string }

/** An order's estimates by version, with the customer's answers. */
export function OrderEstimates({ shopId, orderId, customerName }: OrderEstimatesProps) {
  const rows = useRowsOfOrder('estimates', shopId, orderId)
  const estimates = useMemo(() => rows?.toSorted(compareVersions), [rows])
  const messages = useRowsOfOrder('messages', shopId, orderId)
  const format = useShopFormat()
  const isOffline = useIsOffline()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isEmpty = estimates === undefined || estimates.length === 0
  const close = () => setAsked(null)
  return (
    <Panel title={t.title()} count={!isEmpty && <CountBadge count={estimates.length} label={t.count()} isExact />} isEmpty={isEmpty}>
      {estimates?.length === 0 && <p className={panelNoteClass}>{t.none()}</p>}
      <ul>
        {estimates?.map((estimate) => (
          <EstimateItem key={estimate.id} shopId={shopId} estimate={estimate} message={findSending(messages ?? [], estimate.id)} onAsk={setAsked} />
        ))}
      </ul>
      <div className={panelButtonsClass}>
        <Button data-add-line onClick={() => setAsked({ dialog: 'add' })}>
          <Plus aria-hidden="true" />
          <PanelVerb verb={t.addVerb()} noun={t.addNoun()} />
        </Button>
        {!isEmpty && <CsvButton shopId={shopId} what={t.title()} read={() => estimatesToTable(estimates, format, correctedNow())} />}
      </div>
      {asked !== null && (
        <Suspense>
          {asked.dialog === 'add' && (
            <EstimateDialog shopId={shopId} orderId={orderId} onClose={close} {...(asked.copyOf !== undefined && { copyOf: asked.copyOf })} />
          )}
          {asked.dialog === 'edit' && <EstimateDialog shopId={shopId} estimateId={asked.estimate.id} onClose={close} />}
          {asked.dialog === 'answer' && <AnswerDialog shopId={shopId} estimate={asked.estimate} customerName={customerName} onClose={close} />}
          {asked.dialog === 'send' && (
            <MessageDialog shopId={shopId} orderId={orderId} estimateId={asked.estimate.id} onLink={isOffline ? undefined : asked.makeLink} onClose={close} />
          )}
          {asked.dialog === 'link' && <EstimateLinkDialog url={asked.url} onClose={close} />}
        </Suspense>
      )}
    </Panel>
  )
}
