import { type RefObject, useEffect, useRef, useState, useCallback, useMemo } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { Activity } from '#schema/collections/people/activities.ts'
import { authorToText } from '#web/language/set-names-texts.ts'
import type { Author } from '#schema/rules/text/activity-author.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { usePointerOver } from '#web/ui/use-pointer-over.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { OpenedFrom } from '#web/navigation/order-address.ts'
import { dashboardPath, deletedPath } from '#web/navigation/paths.ts'
import { useReadById } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { UndoMerge } from './undo-merge.tsx'
import { t } from './activities-texts.ts'
import { activityToText } from './entry-text.ts'

type ActivityListProps = {
  shopId: string
  activities: readonly Activity[]
  authorOf: (activity: Activity) => Author
  /** True while the pointer is over the list or it is scrolled: entries must not move then. */
  onReadingChange: (isReading: boolean) => void
}

/** Entries grouped by day, newest first. */
export function ActivityList({ shopId, activities, authorOf, onReadingChange }: ActivityListProps) {
  const { isOver, handlers } = usePointerOver()
  const [top, isTopSeen] = useIsSeen()
  const isReading = isOver || !isTopSeen
  useEffect(() => onReadingChange(isReading), [onReadingChange, isReading])
  useEffect(() => () => onReadingChange(false), [onReadingChange])
  const placeOf = useActivityPlaces(shopId, activities)
  const format = useShopFormat()
  const days = Map.groupBy(activities, ({ createdAt }) => localDay(createdAt, format.timeZone))
  return (
    <div
      className="relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard
      tabIndex={0}
      role="region"
      aria-label={t.entries()}
      {...handlers}
    >
      <div ref={top} aria-hidden="true" className="-mb-px h-px" />
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={format.day(day)}>
          <h2 className="sticky top-0 z-10 border-b border-line bg-canvas px-4 py-2 text-sm font-semibold text-muted">{format.day(day)}</h2>
          <ul>
            {entries.map((activity) => (
              <ActivityItem key={activity.id} shopId={shopId} activity={activity} author={authorOf(activity)} place={placeOf(activity)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Whether the element is visible, whichever ancestor scrolls. */
function useIsSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, isSeen]
}

type ActivityItemProps = { shopId: string; activity: Activity; author: Author; place: ActivityPlace | undefined }

function ActivityItem({ shopId, activity, author, place }: ActivityItemProps) {
  const { createdAt, arrivedAt } = activity
  const format = useShopFormat()
  const text = activityToText(activity, format)
  return (
    <li className="flex items-baseline gap-4 border-b border-line bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">
          {place === undefined ? (
            text
          ) : (
            <Link to={place.to} state={place.state} className="py-2.5 underline-offset-2 hover:underline">
              {text}
            </Link>
          )}
        </p>
        <p className="text-sm text-muted">
          {place?.number !== undefined && (
            <>
              <Ticket shopId={shopId} number={place.number} />
              {' · '}
            </>
          )}
          {t.user({ name: author.loginId === '' ? authorToText(author.name) : author.name })}
          {place?.isDeleted === true && (
            <>
              {' · '}
              {t.deletedSince()}
            </>
          )}
        </p>
        <UndoMerge shopId={shopId} activity={activity} />
      </div>
      <div className="shrink-0 text-right text-sm text-muted tabular-nums">
        <time dateTime={createdAt} className="block">
          {format.time(createdAt)}
        </time>
        {arrivedAt !== null && (
          <span className="block max-sm:max-w-24">
            {t.arrived()} <time dateTime={arrivedAt}>{arrivalToText(createdAt, arrivedAt, format)}</time>
          </span>
        )}
      </div>
    </li>
  )
}

/** Adds the day when the entry arrived on another day than it was created. */
function arrivalToText(createdAt: string, arrivedAt: string, { timeZone, day: dayToText, time }: ShopFormat): string {
  const day = localDay(arrivedAt, timeZone)
  return day === localDay(createdAt, timeZone) ? time(arrivedAt) : `${dayToText(day)}, ${time(arrivedAt)}`
}

const widths = [72, 54, 63, 48, 70, 58, 66, 50]

export function ActivityListSkeleton() {
  return (
    <div aria-busy="true" className="min-h-0 flex-1">
      <p role="status" className="px-4 py-2 text-muted">
        {t.loading()}
      </p>
      {widths.map((width) => (
        <div key={width} aria-hidden="true" className="flex h-16 flex-col justify-center gap-2 border-b border-line bg-surface px-4">
          <div style={{ width: `${width}%` }}>
            <Skeleton />
          </div>
          <Skeleton className="w-28" />
        </div>
      ))}
    </div>
  )
}

/** The link target of a log entry. */
type ActivityPlace = {
  to: string
  state?: OpenedFrom
  isDeleted: boolean
  /** The order's number; null until the server assigns one. */
  number?: number | null | undefined
}

/** Rows by id: undefined means not on this device; a row still being read has no key. */
type KnownPlaces = {
  orderById: ReadonlyMap<string, Pick<Order, 'number'> | undefined>
  customerById: ReadonlyMap<string, object | undefined>
}

/** Links to the order, else to the customer's orders. A row missing on this device was deleted, so link to Recently Deleted. */
export function activityToPlace(
  { orderId, customerId }: Pick<Activity, 'orderId' | 'customerId'>,
  shopId: string,
  { orderById, customerById }: KnownPlaces,
): ActivityPlace | undefined {
  const deleted = { to: deletedPath(shopId), isDeleted: true }
  if (orderId !== null) {
    if (!orderById.has(orderId)) return undefined
    const order = orderById.get(orderId)
    if (order === undefined) return deleted
    return { to: dashboardPath({ shopId, tab: 'activities', orderId }), state: { isFromList: true }, isDeleted: false, number: order.number }
  }
  if (customerId === null || !customerById.has(customerId)) return undefined
  return customerById.get(customerId) === undefined ? deleted : { to: dashboardPath({ shopId, customerId }), isDeleted: false }
}

const toIds = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))].toSorted()

const nothingKnown: KnownPlaces = { orderById: new Map(), customerById: new Map() }

/** Link targets from rows of this device, so that they work offline. */
function useActivityPlaces(shopId: string, activities: readonly Activity[]): (activity: Activity) => ActivityPlace | undefined {
  const orderIds = useMemo(() => toIds(activities.map(({ orderId }) => orderId)), [activities])
  const customerIds = useMemo(() => toIds(activities.map(({ customerId, orderId }) => (orderId === null ? customerId : null))), [activities])
  const orderById = useReadById('orders', shopId, orderIds)
  const customerById = useReadById('customers', shopId, customerIds)
  const isFirstSync = useIsFirstSync()
  const known = useMemo(
    // During the first sync a missing row may still arrive.
    () => (isFirstSync ? nothingKnown : { orderById, customerById }),
    [isFirstSync, orderById, customerById],
  )
  return useCallback((activity) => activityToPlace(activity, shopId, known), [shopId, known])
}
