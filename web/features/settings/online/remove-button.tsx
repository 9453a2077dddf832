import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmRow } from '#web/ui/confirm-row.tsx'
import { type OnlineAct, useOnlineAct } from './online-work.tsx'

type RemoveButtonProps = { text: 'Remove' | 'Unlink'; /** Whom or what: part of the accessible name. */ name: string; act: OnlineAct<unknown>; /** Asked first, where it cannot be made again with two presses. */ question?: string | undefined }

/** Takes an assignment away; it can be made again with two presses, so nothing asks. */
export function RemoveButton({ text, name, act, question }: RemoveButtonProps) {
  const run = useOnlineAct()
  const [isBusy, setIsBusy] = useState(false)
  const start = (): void => {
    setIsBusy(true)
    void run(act).finally(() => setIsBusy(false))
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
      aria-label={`${text} ${name}`}
      className="ml-auto text-danger-ink hover:bg-danger-soft"
      onClick={start}
    >
      {text}
    </Button>
  )
}
