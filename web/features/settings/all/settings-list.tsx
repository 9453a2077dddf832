import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useAuth } from '#web/session/session.ts'
import { cn } from '#web/ui/cn.ts'
import { listPermittedParts, partToPath, type SettingsPartId } from './settings-parts.ts'
import { settings } from './settings-texts.ts'

/** The list of Settings beside its content; on a phone one after the other. `isList`: the list is the step shown there. */
export function WithSettingsList({ shown, isList = false, children }: { shown?: SettingsPartId | undefined; isList?: boolean; children: ReactNode }) {
  const parts = listPermittedParts(useAuth().hasPrivilege)
  return (
    <div className="md:grid md:min-h-full md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <nav
        aria-label={settings.settings()}
        className={cn('p-2 md:sticky md:top-0 md:max-h-dvh md:self-start md:overflow-y-auto md:py-3', !isList && 'max-md:hidden')}
      >
        {isList && <h1 className="px-3 pt-2 pb-1 text-xl font-semibold md:hidden">{settings.settings()}</h1>}
        <ul>
          {parts.map(({ id, label }) => (
            <li key={id}>
              <Link
                to={partToPath(id)}
                aria-current={id === shown ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-md px-3 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink max-md:text-ink max-md:aria-[current]:bg-transparent max-md:aria-[current]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={cn('min-w-0 md:border-l md:border-line', isList && 'max-md:hidden')}>
        <Link to={partToPath('all')} className="mx-4 mt-1 inline-flex min-h-11 items-center gap-2 text-accent-ink md:hidden">
          <ArrowLeft aria-hidden="true" className="size-5" />
          {settings.allSettings()}
        </Link>
        {children}
      </div>
    </div>
  )
}
