import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { tabs } from '#web/features/all-features.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { parseDashboardPath } from '#web/navigation/paths.ts'
import { useAuth } from '#web/session/session.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useVisibleViews } from '../menus/view-tabs.tsx'
import { listActs } from './acts.ts'
import { chooseOption } from './choose-option.ts'
import { type FindOption, toGroups } from './find-options.ts'
import { FoundList, optionId } from './found-list.tsx'
import { noteOpened, type Owner, useRecents } from './recents.ts'
import { useFind } from './use-find.ts'

/** Longer than anything that is looked for. */
const typedMax = 200

type FindBoxProps = { shop: BootstrapShop; open: boolean; onClose: () => void }

/** One box that finds orders, customers, products, views and acts of the shop (FIND-01). It stays, unseen, as long as the shop does. */
export function FindBox({ shop, open, onClose }: FindBoxProps) {
  const { userId } = useDevice()
  const owner = useMemo(() => ({ userId, shopId: shop.id }), [userId, shop.id])
  useNotedOrders(owner)
  const [typed, setTyped] = useState('')
  const { rows: recentRows, searches } = useRecents(owner)
  const { shown, hasFailed } = useFind(shop.id, open, typed, recentRows)
  const views = useVisibleViews()
  const { hasPrivilege } = useAuth()
  const acts = listActs({ shopId: shop.id, views, hasPrivilege })
  const groups = toGroups(typed, shown, { shopId: shop.id, acts, searches, ticketPrefix: shopToProfile(shop).ticketPrefix })
  const options = groups.flatMap((group) => group.options)
  const [chosenKey, setChosenKey] = useState<string>()
  const active = options.find(({ key }) => key === chosenKey) ?? options[0]
  const inputRef = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isAnswered = shown?.typed === typed
  const isFound = isAnswered && (shown.isComplete || shown.best === 'ticket')

  const type = (text: string): void => {
    setTyped(text)
    setChosenKey(undefined)
    isEnterDue.current = false
  }
  const close = (): void => {
    type('')
    onClose()
  }
  const choose = (option: FindOption): void => {
    if (option.kind === 'search') return type(option.typed)
    chooseOption(option, typed, owner)
    type('')
  }

  // Enter that comes before the answer, as a scanner's does, waits for it.
  const isEnterDue = useRef(false)
  useEffect(() => {
    if (!isEnterDue.current || !isFound) return
    isEnterDue.current = false
    if (active !== undefined) choose(active)
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active !== undefined && (isFound || typed.trim() === '' || chosenKey !== undefined)) choose(active)
      else isEnterDue.current = true
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || options.length === 0) return
    event.preventDefault()
    const index = options.findIndex(({ key }) => key === active?.key)
    const next = options[(index + step + options.length) % options.length]
    setChosenKey(next?.key)
    if (next !== undefined) document.getElementById(optionId(listId, next.key))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Dialog
      open={open}
      onCloseRequest={close}
      title="Find anything"
      description={`Orders, customers and products of ${shop.name}`}
      initialFocus={() => inputRef.current}
      className="sm:h-[min(44rem,calc(100dvh-2rem))]"
      footer={
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted pointer-coarse:hidden">
          <span>
            <Kbd keys="↑ ↓" /> Move
          </span>
          <span>
            <Kbd keys="Enter" /> Open
          </span>
          <span>
            <Kbd keys="Esc" /> Close
          </span>
        </p>
      }
    >
      <div className="sticky -top-5 z-10 -mx-5 -mt-5 border-b border-line bg-surface px-5 py-3">
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label="Find orders, customers, products and acts"
          aria-expanded="true"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active.key)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={typedMax}
          placeholder="Ticket, name, phone, device, serial, SKU …"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-12 w-full rounded-md border border-line-strong bg-surface px-4 text-base text-ink placeholder:text-muted"
        />
      </div>
      <FoundList
        listId={listId}
        shop={shop}
        groups={groups}
        active={active}
        query={isAnswered && typed.trim() !== '' ? shown.query : undefined}
        state={hasFailed ? 'failed' : typed.trim() === '' ? 'empty' : isFound || (isAnswered && shown.isComplete) ? 'found' : 'reading'}
        typed={typed.trim()}
        onPoint={({ key }) => setChosenKey(key)}
        onChoose={choose}
      />
    </Dialog>
  )
}

/** Orders that were opened in any way are offered again. */
function useNotedOrders(owner: Owner): void {
  const { pathname } = useLocation()
  const place = parseDashboardPath(pathname, tabs)
  const orderId = place.kind === 'dashboard' ? place.orderId : undefined
  useEffect(() => {
    if (orderId !== undefined) noteOpened(owner, { collection: 'orders', id: orderId })
  }, [owner, orderId])
}
