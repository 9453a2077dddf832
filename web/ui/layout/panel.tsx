import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '../cn.ts'

type PanelProps = {
  title: string
  count?: ReactNode
  aside?: ReactNode
  isOpenAtFirst?: boolean | undefined
  /** Shows only the buttons that fill it; in `Panels`, in one row with those of other empty ones. */
  isEmpty?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A collapsible part of a form; mounts its children only while open. */
export function Panel({ title, count, aside, isOpenAtFirst = true, isEmpty = false, className, children }: PanelProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const id = useId()
  const titleId = `${id}-title`
  return (
    <section
      aria-labelledby={titleId}
      data-empty={isEmpty || undefined}
      className={cn(
        'group/panel min-w-0',
        isEmpty ? 'order-first has-data-editing:order-none has-data-editing:basis-full' : 'basis-full border-t border-line',
        className,
      )}
    >
      {isEmpty ? (
        <h3 id={titleId} className="sr-only">
          {title}
        </h3>
      ) : (
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-body` : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-12 w-full items-center gap-2 rounded-md text-left hover:bg-hover"
          >
            <ChevronRight aria-hidden="true" className={cn('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')} />
            <span id={titleId} className="font-semibold">
              {title}
            </span>
            {count}
            {aside !== undefined && <span className="ml-auto pr-1 tabular-nums">{aside}</span>}
          </button>
        </h3>
      )}
      {(isOpen || isEmpty) && (
        <div id={`${id}-body`} className={cn(!isEmpty && 'pb-4')}>
          {children}
        </div>
      )}
    </section>
  )
}

/** Holds panels: the buttons of the empty ones in one row, the others below it. */
export function Panels({ children }: { children: ReactNode }) {
  // The order of focus follows the order on the screen.
  return <div className="mt-6 flex flex-wrap gap-x-2 gap-y-2 [reading-flow:flex-visual]">{children}</div>
}

/** A line of a panel's body for screen readers only while the panel is empty. */
export const panelNoteClass = 'py-1 pl-7 text-muted group-data-empty/panel:sr-only'

/** The buttons below a panel's rows, or of an empty panel. */
export const panelButtonsClass = 'mt-1 flex flex-wrap items-center gap-2 pl-7 group-data-empty/panel:mt-0 group-data-empty/panel:pl-0'

/** The text of a panel's button; while the panel is empty, the icon stands for the verb. */
export function PanelVerb({ verb, noun }: { verb: string; noun: string }) {
  return (
    <span>
      <span className="group-data-empty/panel:sr-only">{verb} </span>
      <span className="group-data-empty/panel:capitalize">{noun}</span>
    </span>
  )
}
