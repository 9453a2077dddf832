import { RotateCcw, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { runAction } from '#web/navigation/notify.ts'
import { useClockTime } from '#web/inputs/shop-format.tsx'
import type { NewerItem } from '#web/device/recovery/newer-store.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useNewerRows, useSetBack } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeToast, showToast } from '#web/ui/overlays/toast-store.ts'
import { nameRow } from './change-words.ts'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from './attention-texts.ts'

const undoMs = 10_000
const shownStep = 30

/** Rows on this device that the server lacks, has deleted, or holds in an older state: the user sends them again or drops them. */
export function NewerRows() {
  const device = useDevice()
  const rows = useNewerRows()
  const [limit, setLimit] = useState(shownStep)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const [isSending, setIsSending] = useState(false)
  if (rows.length === 0) return null

  const send = async (keys?: readonly string[]): Promise<void> => {
    setIsSending(true)
    const outcome = await runAction({ run: () => device.recovery.newer.send(keys), failure: t.sendFailed() })
    setIsSending(false)
    headingRef.current?.focus()
    if (outcome.ok && outcome.value > 0) {
      showToast({
        title: t.notSent({ count: outcome.value }),
        description: t.notSentText(),
        durationMs: undoMs,
      })
    }
  }
  const letGo = async (keys: readonly string[], title: string): Promise<void> => {
    const outcome = await runAction({ run: () => device.recovery.newer.letGo(keys), failure: t.takeOffFailed() })
    if (!outcome.ok) return
    headingRef.current?.focus()
    const toastId = showToast({
      title,
      durationMs: undoMs,
      action: {
        label: common.undo(),
        onPress: () => {
          closeToast(toastId)
          void runAction({ run: () => device.recovery.newer.putBack(outcome.value), failure: t.newerPutBackFailed() })
        },
      },
    })
  }

  return (
    <section aria-label={t.newerTitle()} className="border-b border-line pb-2">
      <h3 ref={headingRef} tabIndex={-1} className="px-4 pt-3 text-sm font-semibold text-warn-ink outline-none">
        {t.newerTitleCount({ count: countToText(rows.length) })}
      </h3>
      <p className="px-4 pt-1">{t.newerText()}</p>
      <div className="flex flex-wrap gap-1.5 px-4 py-2">
        <Button variant="primary" busy={isSending} onClick={() => void send()}>
          <Send aria-hidden="true" />
          {t.sendAllAgain()}
        </Button>
        <Button
          onClick={() =>
            void letGo(
              rows.map(({ key }) => key),
              t.discarded(),
            )
          }
        >
          {t.discardAll()}
        </Button>
      </div>
      <ul>
        {rows.slice(0, limit).map((row) => (
          <NewerRow
            key={row.key}
            row={row}
            isSending={isSending}
            onSend={() => void send([row.key])}
            onLetGo={() => void letGo([row.key], t.nameDiscarded({ name: nameRow(row.collection, row.title) }))}
          />
        ))}
      </ul>
      {rows.length > limit && (
        <div className="px-3 pb-1">
          <Button variant="ghost" className="px-2 text-accent-ink" onClick={() => setLimit(limit + shownStep)}>
            {t.showMore({ count: countToText(rows.length - limit) })}
          </Button>
        </div>
      )}
    </section>
  )
}

type NewerRowProps = { row: NewerItem; isSending: boolean; onSend: () => void; onLetGo: () => void }

function NewerRow({ row, isSending, onSend, onLetGo }: NewerRowProps) {
  const toClockTime = useClockTime()
  const name = nameRow(row.collection, row.title)
  return (
    <li className="px-4 pt-1.5">
      <p className="font-semibold wrap-anywhere first-letter:uppercase">{name}</p>
      <p className="text-sm text-muted tabular-nums">
        {t.newer[row.kind]()} {t.changedAt({ time: toClockTime(row.changedAt) })}
      </p>
      <div className="-ml-2 flex gap-2">
        <Button variant="ghost" className="px-2" disabled={isSending} aria-label={t.sendAgainNamed({ name })} onClick={onSend}>
          <RotateCcw aria-hidden="true" />
          {t.sendAgain()}
        </Button>
        <Button variant="ghost" className="px-2" disabled={isSending} aria-label={t.discardNamed({ name })} onClick={onLetGo}>
          <Trash2 aria-hidden="true" />
          {t.discard()}
        </Button>
      </div>
    </li>
  )
}

/** Tells, until dismissed, that the server was set back and that changes it had accepted are being sent again. */
export function SetBackNotice() {
  const device = useDevice()
  const note = useSetBack()
  if (note === null) return null
  return (
    <div role="status" className="flex items-start gap-3 border-b border-line bg-warn-soft px-4 py-3 text-warn-ink">
      <p className="min-w-0 flex-1">{t.setBack({ count: note.count })}</p>
      <Button className="px-3" onClick={() => void device.recovery.setBack.dismiss()}>
        {t.ok()}
      </Button>
    </div>
  )
}
