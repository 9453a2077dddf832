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
import { common } from '#web/language/common-texts.ts'
import { t } from '../messages/settings-messages-texts.ts'

type WebhookListProps = { shopId: string; onDeliveries: (webhook: Webhook) => void }

export function WebhookList({ shopId, onDeliveries }: WebhookListProps) {
  return (
    <OnlineList answer={useOnline(reads.webhooks(shopId))} label={t.hooks.title()} emptyText={t.hooks.none()} rowKey={({ id }) => id} toTable={webhooksToTable}>
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
      success: ({ isTaken, answer }) => ({ title: isTaken ? t.hooks.testArrived() : t.hooks.testLost(), description: answerToText(answer) }),
      failure: t.hooks.testFailed(),
    })
    setBusy(undefined)
  }
  const isPaused = state === 'paused'
  const turn = async (): Promise<void> => {
    setBusy('pause')
    await perform({
      run: () => pauseWebhook(shopId, id, !isPaused),
      success: isPaused ? t.hooks.resumed() : t.hooks.paused(),
      failure: isPaused ? t.hooks.resumeFailed() : t.hooks.pauseFailed(),
    })
    setBusy(undefined)
  }
  const remove = async (): Promise<void> => {
    setBusy('delete')
    const { ok } = await perform({ run: () => deleteWebhook(shopId, id), success: t.hooks.deleted(), failure: t.hooks.deleteFailed() })
    if (ok) document.querySelector<HTMLElement>('[data-webhooks-start]')?.focus()
    else setBusy(undefined)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-full py-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{url}</span>
          {state === 'failing' && <Chip tone="danger">{t.states.failing()}</Chip>}
          {isPaused && <Chip tone="warn">{t.states.paused()}</Chip>}
        </span>
        <span className="block text-sm text-muted">{eventsToText(events)}</span>
        <span className="block text-sm text-muted">{webhookToText(webhook, (at) => formatDateTime(at, now))}</span>
      </span>
      <Button onClick={onDeliveries}>
        {t.hooks.deliveries()}
        <span className="sr-only"> {t.hooks.ofUrl({ url })}</span>
      </Button>
      <Button busy={busy === 'test'} onClick={() => void test()}>
        {t.hooks.sendTest()}
        <span className="sr-only"> {t.hooks.toUrl({ url })}</span>
      </Button>
      <Button busy={busy === 'pause'} onClick={() => void turn()}>
        {isPaused ? t.hooks.resume() : t.hooks.pause()}
        <span className="sr-only"> {url}</span>
      </Button>
      <ConfirmRow
        label={
          <>
            {common.delete()}
            <span className="sr-only"> {url}</span>
          </>
        }
        question={t.hooks.sureToDelete()}
        className="ml-auto"
        busy={busy === 'delete'}
        onConfirm={() => void remove()}
      />
    </>
  )
}
