import { useState } from 'react'
import type { Webhook } from '#schema/api/programs/webhooks.ts'
import { deleteWebhook, pauseWebhook, reads, testWebhook } from '#web/api/admin-api.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { OnlineList } from '../online/online-list.tsx'
import { useOnline, useOnlineAction } from '../online/online-work.tsx'
import { webhooksToTable } from './webhooks-csv.ts'
import { answerToText, eventsToText, webhookToText } from './webhook-words.ts'

type WebhookListProps = { shopId: string; onDeliveries: (webhook: Webhook) => void }

export function WebhookList({ shopId, onDeliveries }: WebhookListProps) {
  return (
    <OnlineList answer={useOnline(reads.webhooks(shopId))} label="Webhooks" emptyText="No webhooks yet." rowKey={({ id }) => id} toTable={webhooksToTable}>
      {(webhook) => <Row shopId={shopId} webhook={webhook} onDeliveries={() => onDeliveries(webhook)} />}
    </OnlineList>
  )
}

function Row({ shopId, webhook, onDeliveries }: { shopId: string; webhook: Webhook; onDeliveries: () => void }) {
  const { id, url, events, state } = webhook
  const perform = useOnlineAction()
  const now = useNow()
  const [busy, setBusy] = useState<'test' | 'pause' | 'delete'>()
  const test = async (): Promise<void> => {
    setBusy('test')
    await perform({
      run: () => testWebhook(shopId, id),
      success: ({ isTaken, answer }) => ({ title: isTaken ? 'The test arrived' : 'The test did not arrive', description: answerToText(answer) }),
      failure: 'The test could not be sent',
    })
    setBusy(undefined)
  }
  const isPaused = state === 'paused'
  const turn = async (): Promise<void> => {
    setBusy('pause')
    await perform({
      run: () => pauseWebhook(shopId, id, !isPaused),
      success: isPaused ? 'Webhook resumed' : 'Webhook paused',
      failure: isPaused ? 'Failed to resume webhook' : 'Failed to pause webhook',
    })
    setBusy(undefined)
  }
  const remove = async (): Promise<void> => {
    setBusy('delete')
    const { ok } = await perform({ run: () => deleteWebhook(shopId, id), success: 'Webhook deleted', failure: 'Failed to delete webhook' })
    if (ok) document.querySelector<HTMLElement>('[data-webhooks-start]')?.focus()
    else setBusy(undefined)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-full py-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{url}</span>
          {state === 'failing' && <Chip tone="danger">Failing</Chip>}
          {isPaused && <Chip tone="warn">Paused</Chip>}
        </span>
        <span className="block text-sm text-muted">{eventsToText(events)}</span>
        <span className="block text-sm text-muted">{webhookToText(webhook, (at) => formatDateTime(at, now))}</span>
      </span>
      <Button onClick={onDeliveries}>
        Deliveries<span className="sr-only"> of {url}</span>
      </Button>
      <Button busy={busy === 'test'} onClick={() => void test()}>
        Send a test<span className="sr-only"> to {url}</span>
      </Button>
      <Button busy={busy === 'pause'} onClick={() => void turn()}>
        {isPaused ? 'Resume' : 'Pause'}
        <span className="sr-only"> {url}</span>
      </Button>
      <ConfirmRow
        label={
          <>
            Delete<span className="sr-only"> {url}</span>
          </>
        }
        question="Delete this webhook? What still waits is not sent."
        className="ml-auto"
        busy={busy === 'delete'}
        onConfirm={() => void remove()}
      />
    </>
  )
}
