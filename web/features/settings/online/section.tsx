import type { ReactNode } from 'react'

type SectionProps = { id: string; title: string; /** A one-line description. */ text?: ReactNode; children: ReactNode }

/** A section of a settings page; its id is a URL hash (`#users`). */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-14 border-t border-line py-6 first:border-t-0 first:pt-4">
      <h2 id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 max-w-200 text-muted">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

export const SubHeading = ({ children }: { children: ReactNode }) => <h3 className="mt-6 mb-2 font-semibold first:mt-0">{children}</h3>

export const fieldGridClass = 'grid max-w-320 gap-4 md:grid-cols-2'
