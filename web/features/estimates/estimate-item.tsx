import { useRef, useState } from 'react'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import { isDecided } from '#schema/rules/estimates/estimate-states.ts'
import { toOfferedItems } from '#schema/rules/estimates/offered-items.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { sendEstimate } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline, useIsUnsent } from '#web/device/react/use-device.ts'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { quantityToText } from '#web/features/lines/form.ts'
import { useLinkOrigin } from '#web/inputs/shared-origin.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { answerToText, sendingToText, stateToWords, versionToText } from './estimate-words.ts'
import type { Asked } from './order-estimates.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './estimates-texts.ts'

type EstimateItemProps = { shopId: string; estimate: Estimate; /** The last one that sends it. */ message?: Message | undefined; onAsk: (asked: Asked) => void }

export function EstimateItem({ shopId, estimate, message, onAsk }: EstimateItemProps) {
  const format = useShopFormat()
  const isUnsent = useIsUnsent('estimates', estimate.id)
  const [now] = useState(() => new Date())
  const { name, tone } = stateToWords(estimate, now.toISOString())
  const lines = toOfferedItems(estimate.lines, format)
  const isAnswered = isDecided(estimate.state)
  return (
    <li className="border-b border-line py-3 pl-7 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{versionToText(estimate.version)}</span>
        <Chip tone={tone}>{name}</Chip>
        {isUnsent && <UnsentMark />}
        <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">{format.money(estimate.total)}</span>
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-muted underline-offset-4 hover:underline">
          {(estimate.note === null ? t.lineCount : t.lineCountAndNote)({ count: lines.length })}
        </summary>
        <ul className="text-sm">
          {lines.map(({ line, amount }, index) => (
            <li key={index} className="flex justify-between gap-4 py-0.5">
              <span className="min-w-0 wrap-anywhere">
                {line.quantity === 1 ? '' : `${quantityToText(line.quantity)} × `}
                {line.description}
              </span>
              <span className="whitespace-nowrap tabular-nums">{format.money(amount)}</span>
            </li>
          ))}
        </ul>
        {estimate.note !== null && <p className="mt-1 text-sm whitespace-pre-wrap text-muted wrap-anywhere">{estimate.note}</p>}
      </details>
      {estimate.state === 'draft' && message !== undefined && <p className="text-sm text-muted wrap-anywhere">{sendingToText(message)}</p>}
      {isAnswered && <p className="text-sm wrap-anywhere">{answerToText(estimate, format, now)}</p>}
      {!isAnswered && estimate.state !== 'withdrawn' && estimate.validUntil !== null && (
        <p className="text-sm text-muted">{t.validUntil({ date: format.dateTime(estimate.validUntil, now) })}</p>
      )}
      <EstimateActions shopId={shopId} estimate={estimate} onAsk={onAsk} />
    </li>
  )
}

function EstimateActions({ shopId, estimate, onAsk }: EstimateItemProps) {
  const device = useDevice()
  const origin = useLinkOrigin()
  const isOffline = useIsOffline()
  const isUnsent = useIsUnsent('estimates', estimate.id)
  const [isSending, setIsSending] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { id, state } = estimate
  const isEmpty = readEstimateLines(estimate.lines).length === 0

  const makeLink = async (): Promise<void> => {
    setIsSending(true)
    const outcome = await runAction({
      run: async () => {
        // The server sends its stored version, so push unsent changes first.
        if (isUnsent) await device.sync.run()
        return sendEstimate(shopId, id)
      },
      failure: t.sendFailed(),
    })
    setIsSending(false)
    if (!outcome.ok) return
    onAsk({ dialog: 'link', url: new URL(outcome.value.url, origin).href })
    await device.sync.run()
  }
  const withdraw = () =>
    runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'estimates', id, values: { state: 'withdrawn' } }]),
      success: t.withdrawn(),
      failure: t.withdrawFailed(),
    })
  const remove = async (): Promise<void> => {
    const add = place.current?.closest('section')?.querySelector<HTMLElement>('[data-add-line]')
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'estimates', id, title: '' })
    const outcome = await runAction({ run, success: { title: t.draftDeleted(), action: undo }, failure: t.deleteFailed() })
    if (outcome.ok) add?.focus()
  }

  const isOpen = state === 'draft' || state === 'sent'
  const why = isEmpty ? t.addLineFirst() : isOffline && state === 'sent' ? t.linkNeedsConnection() : undefined
  const send = () => onAsk({ dialog: 'send', estimate, makeLink: () => void makeLink() })
  return (
    <div ref={place} className="mt-2 flex flex-wrap items-center gap-2">
      {isOpen && (
        <Button
          variant={state === 'draft' ? 'primary' : 'secondary'}
          busy={isSending}
          disabled={why !== undefined}
          onClick={() => (state === 'draft' ? send() : void makeLink())}
        >
          {state === 'draft' ? common.send() : t.newLink()}
        </Button>
      )}
      {state === 'draft' && <Button onClick={() => onAsk({ dialog: 'edit', estimate })}>{common.edit()}</Button>}
      {isOpen && !isEmpty && <Button onClick={() => onAsk({ dialog: 'answer', estimate })}>{t.record()}</Button>}
      {state !== 'draft' && <Button onClick={() => onAsk({ dialog: 'add', copyOf: estimate })}>{t.newVersion()}</Button>}
      {state === 'draft' && (
        <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" onClick={() => void remove()}>
          {t.deleteDraft()}
        </Button>
      )}
      {state === 'sent' && <ConfirmRow label={t.withdraw()} question={t.withdrawQuestion()} onConfirm={() => void withdraw()} />}
      {isOpen && why !== undefined && <p className="basis-full text-sm text-muted">{why}</p>}
    </div>
  )
}
