import { Info } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { buttonClass } from '../controls/button.tsx'
import { usePortalContainer } from './portal-container.ts'

type ToggleTipProps = {
  label: string
  text: string
}

/** An explanation that opens on a press, so that touch and keyboard reach it too. */
export function ToggleTip({ label, text }: ToggleTipProps) {
  const container = usePortalContainer()
  return (
    <Popover.Root>
      <Popover.Trigger aria-label={label} className={buttonClass('ghost', 'md', 'size-11 px-0 text-muted')}>
        <Info aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-fade-in rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink shadow-float"
        >
          {text}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
