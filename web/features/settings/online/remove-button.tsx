import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type OnlineAct, useOnlineAct } from './online-work.tsx'

type RemoveButtonProps = { text: 'Remove' | 'Unlink'; /** Whom or what: part of the accessible name. */ name: string; act: OnlineAct<unknown> }

/** Takes an assignment away; it can be made again with two presses, so nothing asks. */
export function RemoveButton({ text, name, act }: RemoveButtonProps) {
  const run = useOnlineAct()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={`${text} ${name}`}
      className="ml-auto text-danger-ink hover:bg-danger-soft"
      onClick={() => {
        setIsBusy(true)
        void run(act).finally(() => setIsBusy(false))
      }}
    >
      {text}
    </Button>
  )
}
