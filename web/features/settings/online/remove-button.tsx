import { useState } from 'react'
import type { ToastText } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { type OnlineAction, useOnlineAction } from './online-work.tsx'

type RemoveButtonProps = {
  text: 'Remove' | 'Unlink'
  /** Whom or what: part of the accessible name. */
  name: string
  action: OnlineAction<unknown> & { success: ToastText }
  /** Makes the assignment again. */
  undo?: OnlineAction<unknown> | undefined
  /** Asked first, where it cannot be taken back. */
  question?: string | undefined
}

/** Takes an assignment away; where its toast takes that back, nothing asks. */
export function RemoveButton({ text, name, action, undo, question }: RemoveButtonProps) {
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
    <Button variant="ghost" busy={isBusy} aria-label={`${text} ${name}`} className="ml-auto text-danger-ink hover:bg-danger-soft" onClick={start}>
      {text}
    </Button>
  )
}

const withUndo = (success: ToastText, onPress: () => void): ToastText => ({
  ...(typeof success === 'string' ? { title: success } : success),
  action: { label: 'Undo', onPress },
})
