import type { ReactNode } from 'react'
import { LanguageSwitch } from './language/language-switch.tsx'

/** One column, with the choice of language at its foot. */
export function PortalPage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-5 py-8">
      <main className="flex-1">{children}</main>
      <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line pt-3 print:hidden">
        {foot}
        <LanguageSwitch />
      </footer>
    </div>
  )
}
