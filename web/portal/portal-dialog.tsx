import { X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '../ui/controls/button.tsx'

/**
 * A modal dialog, full screen on a phone. The browser's own element traps and restores the focus; the dashboard's dialog
 * would bring Radix along, and with it the page's script would be above its limit of 100 kB.
 */
export function PortalDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const [isShown, setIsShown] = useState(false)

  const show = useCallback((element: HTMLDialogElement) => {
    element.showModal()
    // The children mount only now, because a text area cannot measure itself in a dialog that is not shown yet.
    setIsShown(true)
    return () => element.close()
  }, [])
  // Each step has its own title; focusing it makes screen readers announce the change.
  useEffect(() => heading.current?.focus(), [title])

  return (
    <dialog
      ref={show}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto max-h-dvh w-full max-w-120 rounded-md bg-surface text-ink shadow-float backdrop:bg-scrim max-sm:m-0 max-sm:h-dvh max-sm:max-w-none max-sm:rounded-none"
    >
      <div className="flex h-full max-h-dvh flex-col">
        <div className="flex min-h-15 items-center gap-3 border-b border-line py-2 pr-2 pl-5">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="min-w-0 flex-1 text-lg font-semibold outline-none">
            {title}
          </h2>
          <button type="button" aria-label="Close" onClick={onClose} className={buttonClass('ghost', 'md', 'size-11 px-0')}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{isShown && children}</div>
      </div>
    </dialog>
  )
}
