import { useCallback, useEffect, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { draftToUnfinishedForm, rowToDialog, type UnfinishedForm } from './unfinished-forms.ts'

/** Forms that were left with something typed, in no tab open now; newest first, live. */
export function useUnfinishedForms(): UnfinishedForm[] {
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
    // Another tab may have been closed meanwhile, which sends no event.
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

/** The correction of a refused change opens again from "Needs attention". */
function isOfRefused(key: string, refusedIds: ReadonlySet<string>): boolean {
  const [kind, id = ''] = (key.split('~', 1)[0] ?? '').split('/')
  return kind === 'refused' && refusedIds.has(id)
}
