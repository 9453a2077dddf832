import { Check } from 'lucide-react'
import { Link } from '#web/navigation/link.tsx'
import { reads } from '#web/api/admin-api.ts'
import { useBootstrap, useShopRows } from '#web/device/react/use-device.ts'
import { cn } from '#web/ui/cn.ts'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { t } from './settings-app-texts.ts'

/** The checklist of a new installation. Hidden once shop, entity and users exist and every user has a shop and a role. */
export function FirstSteps({ entitySettingsPath, startPath }: { entitySettingsPath: string; startPath: string }) {
  const entities = dataOf(useOnline(reads.entities))
  const shops = dataOf(useOnline(reads.allShops))
  const mappings = dataOf(useOnline(reads.mappings))
  const users = dataOf(useOnline(reads.users))
  const unplaced = dataOf(useOnline(reads.unplacedUsers))
  // With several shops the installation is set up already.
  const onlyShop = useBootstrap()?.shops[0]
  const employees = useShopRows('employees', onlyShop?.id ?? '')
  if (entities === undefined || shops === undefined || mappings === undefined || users === undefined || unplaced === undefined || employees === undefined)
    return null
  const hasEmployees = shops.length > 1 || (shops.length === 1 && (onlyShop === undefined || employees.length > 0))
  const steps = [
    { text: t.steps.shop(), hint: t.steps.shopHint(), to: entitySettingsPath, isDone: shops.length > 0 },
    { text: t.steps.entity(), hint: t.steps.entityHint(), to: '#create-entity', isDone: entities.length > 0 },
    { text: t.steps.assignShop(), hint: t.steps.assignShopHint(), to: '#entity-management', isDone: mappings.length > 0 },
    { text: t.steps.employees(), hint: t.steps.employeesHint(), to: '#manage-employees', isDone: hasEmployees },
    { text: t.steps.users(), hint: t.steps.usersHint(), to: '#user-management', isDone: users.length > 1 },
    {
      text: t.steps.roles(),
      hint: unplaced.length === 0 ? t.steps.rolesHint() : t.steps.stillWithout({ names: namesToText(unplaced.map(({ name, login_id }) => name ?? login_id)) }),
      to: startPath,
      isDone: shops.length > 0 && unplaced.length === 0,
    },
  ]
  if (mappings.length > 0 && hasEmployees && users.length > 1 && unplaced.length === 0) return null
  return (
    <section aria-labelledby="first-steps" className="mx-4 mb-4 rounded-md border border-line bg-surface px-4 py-3">
      <h2 id="first-steps" className="font-semibold">
        {t.steps.title()}
      </h2>
      <Link to={startPath} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
        {t.steps.onOnePage()}
      </Link>
      <ol className="mt-1">
        {steps.map(({ text, hint, to, isDone }, index) => (
          <li key={text} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className={cn(
                'flex size-6 shrink-0 items-center justify-center rounded-full border border-current text-sm tabular-nums',
                isDone ? 'bg-accent text-on-accent' : 'text-accent-ink',
              )}
            >
              {isDone ? <Check className="size-4" /> : index + 1}
            </span>
            <Link to={to} className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center content-center gap-x-2 py-1 underline-offset-4 hover:underline">
              <span className={isDone ? 'text-muted' : 'font-semibold'}>{text}</span>
              <span className="text-sm text-muted">{hint}</span>
              {isDone && <span className="sr-only">{t.steps.done()}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const namedMost = 8

const namesToText = (names: readonly string[]): string =>
  names.length > namedMost ? t.steps.andMore({ names: names.slice(0, namedMost).join(', '), count: String(names.length - namedMost) }) : names.join(', ')
