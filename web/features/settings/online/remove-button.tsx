import { useState } from 'react'
import type { ToastText } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { type OnlineAction, useOnlineAction } from './online-work.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'

type RemoveButtonProps = {
  /** 'unlink': ends that a shop belongs to a company. */
  act?: 'remove' | 'unlink'
  /** Part of the accessible name. */
  name: string
  action: OnlineAction<unknown> & { success: ToastText }
  /** Restores the assignment. */
  undo?: OnlineAction<unknown> | undefined
  /** The confirmation for a removal that cannot be undone. */
  question?: string | undefined
}

/** Removes an assignment; with an Undo toast it needs no confirmation. */
export function RemoveButton({ act = 'remove', name, action, undo, question }: RemoveButtonProps) {
  const text = act === 'remove' ? common.remove() : settings.unlink()
  const run = useOnlineAction()
  const [isBusy, setIsBusy] = useState(false)
  const start = (): void => {
    setIsBusy(true)
    void run(undo === undefined ? action : { ...action, success: withUndo(action.success, () => void run(undo)) }).finally(() => setIsBusy(false))
  }
  if (question !== undefined) {
    return (
      <ConfirmRow
        label={
          <>
            {text}
            <span className="sr-only"> {name}</span>
          </>
        }
        question={question}
        className="ml-auto"
        busy={isBusy}
        onConfirm={start}
      />
    )
  }
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={act === 'remove' ? settings.removeNamed({ name }) : settings.unlinkNamed({ name })}
      className="ml-auto text-danger-ink hover:bg-danger-soft"
      onClick={start}
    >
      {text}
    </Button>
  )
}

const withUndo = (success: ToastText, onPress: () => void): ToastText => ({
  ...(typeof success === 'string' ? { title: success } : success),
  action: { label: common.undo(), onPress },
})
