import type { ReactNode, Ref } from 'react'
import { cn } from '#web/ui/cn.ts'

type SectionProps = {
  id: string
  title: string
  /** A one-line description. */
  text?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** Inside `data-wide`, a wide screen shows title and description beside the content. */
export const besideTitleClass = 'xl:in-data-wide:grid xl:in-data-wide:grid-cols-[minmax(16rem,1fr)_minmax(0,3fr)] xl:in-data-wide:gap-x-8'

/** A section of a settings page; its id is a URL hash (`#users`). */
export function Section({ id, title, text, headingRef, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cn('scroll-mt-14 border-t border-line py-6 first:border-t-0 first:pt-4', besideTitleClass)}>
      <div>
        <h2 ref={headingRef} id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        {text !== undefined && <p className="mt-1 max-w-200 text-muted">{text}</p>}
      </div>
      <div className="mt-4 min-w-0 xl:in-data-wide:mt-0">{children}</div>
    </section>
  )
}

export const SubHeading = ({ children }: { children: ReactNode }) => <h3 className="mt-6 mb-2 font-semibold first:mt-0">{children}</h3>

export const fieldGridClass = 'grid max-w-320 gap-4 md:grid-cols-2'
