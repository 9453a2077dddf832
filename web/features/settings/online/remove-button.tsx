import { useState } from 'react'
import type { ToastText } from '#web/app/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { type OnlineAct, useOnlineAct } from './online-work.tsx'

type RemoveButtonProps = {
  text: 'Remove' | 'Unlink'
  /** Whom or what: part of the accessible name. */
  name: string
  act: OnlineAct<unknown> & { success: ToastText }
  /** Makes the assignment again. */
  undo: OnlineAct<unknown>
}

/** Takes an assignment away; its toast takes that back, so nothing asks. */
export function RemoveButton({ text, name, act, undo }: RemoveButtonProps) {
  const run = useOnlineAct()
  const withUndo = { ...(typeof act.success === 'string' ? { title: act.success } : act.success), action: { label: 'Undo', onPress: () => void run(undo) } }
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`${text} ${name}`}
      className="ml-auto text-danger-ink hover:bg-danger-soft"
      onClick={() => {
        setIsBusy(true)
        void run({ ...act, success: withUndo }).finally(() => setIsBusy(false))
      }}
    >
      {text}
    </Button>
  )
}
