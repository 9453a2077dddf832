import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '../cn.ts'

type PanelProps = {
  title: string
  count?: ReactNode
  aside?: ReactNode
  isOpenAtFirst?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A collapsible part of a form; mounts its children only while open. */
export function Panel({ title, count, aside, isOpenAtFirst = true, className, children }: PanelProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className={cn('border-t border-line', className)}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-body` : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-2 rounded-md text-left hover:bg-hover"
        >
          <ChevronRight aria-hidden="true" className={cn('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')} />
          <span id={`${id}-title`} className="font-semibold">
            {title}
          </span>
          {count}
          {aside !== undefined && <span className="ml-auto pr-1 tabular-nums">{aside}</span>}
        </button>
      </h3>
      {isOpen && (
        <div id={`${id}-body`} className="pb-4">
          {children}
        </div>
      )}
    </section>
  )
}
