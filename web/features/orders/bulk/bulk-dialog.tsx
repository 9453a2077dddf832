import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { Link } from '#web/navigation/link.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type BulkState, startUndo, useBulk } from './bulk-store.ts'
import type { BulkRefusal } from './bulk-run.ts'
import { actToDeed, resultToTitle } from './bulk-words.ts'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from '../order-bulk-texts.ts'

export function BulkDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const { state } = useBulk()
  if (state === null) return null
  return state.phase === 'running' ? <Progress state={state} /> : <Outcome state={state} shopId={shopId} onClose={onClose} />
}

function Progress({ state: { job, isUndo, total, tried, isCancelled, cancel } }: { state: Extract<BulkState, { phase: 'running' }> }) {
  return (
    <Dialog
      open
      size="sm"
      title={t.going[actToDeed(job.act, isUndo)]({ count: total })}
      description={isUndo ? undefined : job.text}
      onCloseRequest={cancel}
      initialFocus={() => document.querySelector<HTMLElement>('[data-bulk-cancel]')}
      footer={
        <Button data-bulk-cancel className="ml-auto" busy={isCancelled} onClick={cancel}>
          {common.cancel()}
        </Button>
      }
    >
      <progress aria-label={t.progress()} max={total} value={tried} className="w-full" />
      <p className="pt-1 text-sm text-muted tabular-nums">{t.triedOf({ tried: countToText(tried), total: countToText(total) })}</p>
      <p className="pt-2 text-sm text-muted">{t.cancelHint()}</p>
    </Dialog>
  )
}

type OutcomeProps = { state: Extract<BulkState, { phase: 'ended' }>; shopId: string; onClose: () => void }

function Outcome({ state: { job, isUndo, result }, shopId, onClose }: OutcomeProps) {
  const { done, refused, left, trouble } = result
  const close = (): void => {
    useBulk.setState({ state: null })
    onClose()
  }
  const undo = (): void => {
    close()
    void startUndo(job, done)
  }
  return (
    <Dialog
      open
      title={resultToTitle(job.act, result, isUndo)}
      description={job.text === '' ? undefined : job.text}
      onCloseRequest={close}
      initialFocus={() => document.querySelector<HTMLElement>('[data-bulk-close]')}
      footer={
        <>
          {!isUndo && done.length > 0 && (
            <Button onClick={undo}>{t.undoThe[job.act.kind === 'delete' ? 'deleted' : 'updated']({ count: countToText(done.length) })}</Button>
          )}
          <Button data-bulk-close variant="primary" className="ml-auto" onClick={close}>
            {common.close()}
          </Button>
        </>
      }
    >
      {left.length > 0 && (
        <p className="pb-3">
          {trouble === undefined ? t.leftCancelled({ count: left.length }) : t.leftTrouble({ count: left.length, trouble })} {!isUndo && t.stillSelected()}
        </p>
      )}
      {refused.length > 0 && (
        <>
          <h3 className="pb-1 font-semibold">{t.notDone[actToDeed(job.act, isUndo)]({ count: refused.length })}</h3>
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {refused.slice(0, shownMax).map((refusal) => (
              <Refusal key={refusal.id} shopId={shopId} refusal={refusal} onLeave={close} />
            ))}
          </ul>
          {refused.length > shownMax && <p className="pt-2 text-sm text-muted">{t.moreStay({ count: refused.length - shownMax })}</p>}
        </>
      )}
    </Dialog>
  )
}

/** Limit of a readable list. */
const shownMax = 200

function Refusal({ shopId, refusal: { id, title, number, reason }, onLeave }: { shopId: string; refusal: BulkRefusal; onLeave: () => void }) {
  const prefix = useTicketPrefix(shopId)
  const name = [number === null ? '' : toTicket(prefix, number), title].filter(Boolean).join(' · ')
  return (
    <li className="py-2">
      <Link
        to={dashboardPath({ shopId, orderId: id })}
        onClick={onLeave}
        className="inline-flex min-h-11 max-w-full items-center text-accent-ink underline-offset-2 hover:underline"
      >
        <span className="truncate">{name === '' ? t.orderGone() : name}</span>
      </Link>
      <p className="text-sm text-muted">{reason}</p>
    </li>
  )
}
