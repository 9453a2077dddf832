import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { reads, repeatDelivery } from '#web/api/admin-api.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { CsvLine } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip, type ChipTone } from '#web/ui/layout/badge.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline, useOnlineAction } from '../online/online-work.tsx'
import { deliveriesToTable } from './webhooks-csv.ts'
import { deliveryToText, wordsByDeliveryState, wordsByEvent } from './webhook-words.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../messages/settings-messages-texts.ts'

const toneByState: Readonly<Record<WebhookDelivery['state'], ChipTone>> = { waiting: 'neutral', delivered: 'ok', failed: 'danger' }

export function Deliveries({ shopId, webhook }: { shopId: string; webhook: Webhook }) {
  /** The cursor of each page after the first. */
  const [places, setPlaces] = useState<readonly number[]>([])
  const answer = useOnline(reads.webhookDeliveries(shopId, webhook.id, places.at(-1)))
  return (
    <>
      <p className="mb-3 wrap-anywhere text-muted">{webhook.url}</p>
      <OnlineData answer={answer}>
        {({ deliveries, next }) => (
          <>
            {deliveries.length === 0 ? (
              <p className="border-t border-line py-3 text-muted">{t.hooks.nothingTold()}</p>
            ) : (
              <>
                <CsvLine shopId={shopId} what={t.hooks.deliveries()} read={() => deliveriesToTable(deliveries)} />
                <ul aria-label={t.hooks.deliveries()} className="border-t border-line">
                  {deliveries.map((delivery) => (
                    <li key={delivery.id} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1">
                      <Row shopId={shopId} webhookId={webhook.id} delivery={delivery} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            {(places.length > 0 || next !== null) && (
              <div className="mt-3 flex gap-3">
                <Button disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
                  {settings.newer()}
                </Button>
                <Button disabled={next === null} onClick={() => next !== null && setPlaces([...places, next])}>
                  {settings.older()}
                </Button>
              </div>
            )}
          </>
        )}
      </OnlineData>
    </>
  )
}

function Row({ shopId, webhookId, delivery }: { shopId: string; webhookId: string; delivery: WebhookDelivery }) {
  const { id, event, at, state } = delivery
  const perform = useOnlineAction()
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  const repeat = async (): Promise<void> => {
    setIsBusy(true)
    await perform({
      run: () => repeatDelivery(shopId, webhookId, id),
      success: (after) => ({ title: titleByState[after.state], description: deliveryToText(after) }),
      failure: t.hooks.repeatFailed(),
    })
    setIsBusy(false)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 py-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{wordsByEvent[event]}</span>
          <Chip tone={toneByState[state]}>{wordsByDeliveryState[state]}</Chip>
        </span>
        <span className="block text-sm text-muted tabular-nums">
          <time dateTime={at}>{formatDateTime(at, now)}</time> · {deliveryToText(delivery)}
        </span>
      </span>
      <Button busy={isBusy} className="ml-auto" onClick={() => void repeat()}>
        {state === 'waiting' ? t.hooks.tryNow() : t.hooks.repeat()}
        <span className="sr-only">
          {' '}
          {wordsByEvent[event]}, {formatDateTime(at, now)}
        </span>
      </Button>
    </>
  )
}

const titleByState: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: t.hooks.triedNow(),
  delivered: t.hooks.arrived(),
  failed: t.hooks.notArrived(),
}
