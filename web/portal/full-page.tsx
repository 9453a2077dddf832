import type { ReactNode } from 'react'

export function FullPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="pt-[12dvh]">
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="mt-2 text-input text-muted">{children}</div>
    </div>
  )
}
