import type { BootstrapShop } from '#schema/api/sync.ts'
import type { FindQuery } from '#schema/rules/find/find-query.ts'
import { cn } from '#web/ui/cn.ts'
import type { FindGroup, FindOption } from './find-options.ts'
import { OptionLine } from './option-line.tsx'
import { t } from './find-texts.ts'

export const optionId = (listId: string, key: string): string => `${listId}-${key.replaceAll(/\s/g, '_')}`

export type FoundListProps = {
  listId: string
  shop: Pick<BootstrapShop, 'id' | 'name'>
  groups: readonly FindGroup[]
  active: FindOption | undefined
  query: FindQuery | undefined
  state: 'empty' | 'reading' | 'found' | 'failed'
  typed: string
  onPoint: (option: FindOption) => void
  onChoose: (option: FindOption) => void
}

export function FoundList({ listId, shop, groups, active, query, state, typed, onPoint, onChoose }: FoundListProps) {
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  return (
    <>
      <div id={listId} role="listbox" aria-label={t.found()} className="-mx-3 pt-2">
        {groups.map(({ title, count: counted, options }, index) => (
          <div key={title} role="group" aria-labelledby={`${listId}-${index}`} className="pb-2">
            <div id={`${listId}-${index}`} role="presentation" className="flex justify-between px-3 pt-2 pb-1 text-sm font-semibold text-muted">
              <span>{title}</span>
              {counted !== '' && <span className="font-normal tabular-nums">{counted}</span>}
            </div>
            {options.map((option) => (
              // The box has the focus, and handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={option.key}
                id={optionId(listId, option.key)}
                role="option"
                aria-selected={option.key === active?.key}
                // Not `onPointerEnter`: the list moves under a resting pointer during typing.
                onPointerMove={() => option.key !== active?.key && onPoint(option)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
                className={cn(
                  'flex min-h-11 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5',
                  option.key === active?.key && 'bg-hover outline-2 -outline-offset-2 outline-focus',
                )}
              >
                <OptionLine option={option} shopId={shop.id} query={query} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <Status state={state} count={count} typed={typed} shopName={shop.name} />
    </>
  )
}

function Status({ state, count, typed, shopName }: Pick<FoundListProps, 'state' | 'typed'> & { count: number; shopName: string }) {
  if (state === 'failed') {
    return (
      <p role="alert" className="py-4 text-danger-ink">
        {t.failed()}
      </p>
    )
  }
  const text = {
    empty: '',
    reading: t.reading(),
    found: count === 0 ? t.nothing({ shop: shopName, typed }) : '',
  }[state]
  return (
    <p role="status" className={cn('text-muted', text !== '' && 'py-4')}>
      {text}
      {state === 'found' && count > 0 && <span className="sr-only">{t.results({ count })}</span>}
    </p>
  )
}
