import { FilePen } from 'lucide-react'
import { useState, useCallback, useEffect } from 'react'
import { laterDialog } from '#web/navigation/later.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { capitalize } from '#schema/rules/text/capitalize.ts'
import { openDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { notifySuccess } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { correctInstant } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { formatDateTime, formatTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type UnfinishedForm, draftToUnfinishedForm, rowToDialog } from './unfinished-forms.ts'
import type { Device } from '#web/device/device-types.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './unfinished-texts.ts'

const UnfinishedList = laterDialog(async () => (await import('./unfinished-list.tsx')).UnfinishedList)

/** Offers to continue unsaved forms after a crash, reload or new sign-in. */
export function UnfinishedBar({ shopId }: { shopId: string | undefined }) {
  const device = useDevice()
  const forms = useUnfinishedForms()
  const { dialog } = useDialogs()
  const [isListing, setIsListing] = useState(false)
  const goOn = useContinue(shopId)
  const now = useNow()
  const [first] = forms
  if (first === undefined) {
    if (isListing) setIsListing(false)
    return null
  }
  const isOne = forms.length === 1
  const canContinue = isOne && first.dialog !== undefined && first.shopId === shopId
  return (
    <>
      <div
        role="status"
        className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1 text-accent-ink"
      >
        <FilePen aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-52">
          {isOne ? t.one({ form: formToName(first), time: timeOf(first.savedAt, now) }) : t.count({ count: forms.length })}
        </p>
        <span className="ml-auto flex gap-2">
          {canContinue && <Button onClick={() => void discard(device, first)}>{t.discard()}</Button>}
          {canContinue ? <Button onClick={() => goOn(first)}>{t.continue()}</Button> : <Button onClick={() => setIsListing(true)}>{t.show()}</Button>}
        </span>
      </div>
      {/* Above an open form the list is useless. */}
      <UnfinishedList
        open={isListing && dialog === null}
        onClose={() => setIsListing(false)}
        items={forms.map((form) => ({ form, name: capitalize(formToName(form)), time: timeOf(form.savedAt, now) }))}
        shopId={shopId}
        onContinue={(form) => {
          setIsListing(false)
          goOn(form)
        }}
        onDiscard={(form) => void discard(device, form)}
      />
    </>
  )
}

/** Opens the form with this draft, after switching to its shop. */
function useContinue(shopId: string | undefined): (form: UnfinishedForm) => void {
  const device = useDevice()
  const shops = useBootstrap()?.shops ?? []
  return (form) => {
    if (form.dialog === undefined) return
    device.drafts.prefer(form.key)
    if (form.shopId === shopId) return openDialog(form.dialog)
    if (form.shopId !== undefined && shops.some(({ id }) => id === form.shopId)) navigate(dashboardPath({ shopId: form.shopId }))
  }
}

async function discard(device: Device, { key, noun }: UnfinishedForm): Promise<void> {
  const draft = (await device.drafts.listLeft()).find((left) => left.key === key)
  await device.drafts.remove(key)
  if (draft !== undefined)
    notifySuccess(t.discarded({ noun }), undefined, { label: common.undo(), onPress: () => void device.drafts.save(draft.key, draft.value) })
}

const formToName = ({ noun, title }: UnfinishedForm): string =>
  title === '' ? noun : t.named({ noun, title: title.length > 60 ? `${title.slice(0, 60)}…` : title })

/** Drafts hold uncorrected times of the device's clock. */
const timeOf = (savedAt: string, now: Date): string => {
  const instant = correctInstant(savedAt)
  return new Date(instant).toDateString() === now.toDateString() ? formatTime(instant) : formatDateTime(instant, now)
}

/** Drafts that are open in no tab, newest first, live. */
function useUnfinishedForms(): UnfinishedForm[] {
  const device = useDevice()
  const [forms, setForms] = useState<UnfinishedForm[]>([])
  const read = useCallback(async () => {
    const refusedIds = new Set(device.refused.changes.get().map(({ id }) => id))
    const drafts = (await device.drafts.listLeft()).filter(({ key }) => !isOfRefused(key, refusedIds))
    const found = drafts.flatMap((draft) => draftToUnfinishedForm(draft) ?? [])
    return Promise.all(
      found.map(async (form): Promise<UnfinishedForm> => {
        if (form.row === undefined) return form
        const row = await device.rows.read(form.row.collection, form.row.id)
        return row === undefined ? { ...form, dialog: undefined } : { ...form, shopId: row.shopId, dialog: form.dialog ?? rowToDialog(row) }
      }),
    )
  }, [device])

  useEffect(() => {
    let turn = 0
    let isOver = false
    const readAgain = (): void => {
      turn += 1
      const own = turn
      read().then(
        (next) => !isOver && own === turn && setForms(next),
        () => undefined,
      )
    }
    readAgain()
    const stops = [device.drafts.watch(readAgain), device.refused.changes.subscribe(readAgain)]
    // Closing another tab sends no event.
    document.addEventListener('visibilitychange', readAgain)
    window.addEventListener('focus', readAgain)
    return () => {
      isOver = true
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', readAgain)
      window.removeEventListener('focus', readAgain)
    }
  }, [device, read])
  return forms
}

/** Corrections of refused changes reopen from "Needs attention". */
function isOfRefused(key: string, refusedIds: ReadonlySet<string>): boolean {
  const [kind, id = ''] = (key.split('~', 1)[0] ?? '').split('/')
  return kind === 'refused' && refusedIds.has(id)
}
