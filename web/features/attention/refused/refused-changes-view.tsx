import { CircleCheck, CloudOff, Copy, Lock, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useCallback, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { RefusedChangeEntry } from '#schema/api/refused-changes.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { changeToHeading, changeToParts, partsToText } from '../change-words.ts'
import { changeToFailureTitle } from '../failure-title.ts'
import { refusalToReason } from './refusal-reason.ts'
import { TypedParts } from './typed-parts.tsx'
import { type KnownRows, useKnownRows } from '../use-change-words.ts'
import { AppError } from '#schema/errors.ts'
import { listRefusedChanges } from '#web/api/shop-api.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../attention-texts.ts'

type RefusedPages = {
  /** Undefined until the first page arrives. */
  entries: readonly RefusedChangeEntry[] | undefined
  hasMore: boolean
  isLoading: boolean
  problem: { kind: 'offline' | 'denied' | 'failed'; message: string } | undefined
  loadMore: () => void
  /** Reloads from the newest page; the old list stays visible meanwhile. */
  reload: () => void
}

type Held = { shopId: string; entries: readonly RefusedChangeEntry[] | undefined; cursor: string | null; isLoading: boolean; problem: RefusedPages['problem'] }

const empty = (shopId: string): Held => ({ shopId, entries: undefined, cursor: null, isLoading: true, problem: undefined })

/** The server's refused changes, page by page; devices do not store them. */
function useRefusedPages(shopId: string): RefusedPages {
  const [held, setHeld] = useState<Held>(() => empty(shopId))
  const shown = held.shopId === shopId ? held : empty(shopId)
  const running = useRef<AbortController | undefined>(undefined)
  const fetchPage = useCallback(
    (before: readonly RefusedChangeEntry[], cursor: string | null) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      void listRefusedChanges(shopId, cursor, controller.signal)
        .then(
          (page): Partial<Held> => ({ entries: [...before, ...page.entries], cursor: page.nextCursor }),
          (error: unknown): Partial<Held> => ({ problem: errorToProblem(error) }),
        )
        .then((change) => {
          if (!controller.signal.aborted) setHeld((last) => ({ ...(last.shopId === shopId ? last : empty(shopId)), ...change, isLoading: false }))
        })
    },
    [shopId],
  )
  useEffect(() => {
    fetchPage([], null)
    return () => running.current?.abort()
  }, [fetchPage])
  const load = (before: readonly RefusedChangeEntry[], cursor: string | null): void => {
    setHeld({ ...shown, isLoading: true, problem: undefined })
    fetchPage(before, cursor)
  }
  const { entries, cursor, isLoading, problem } = shown
  return { entries, isLoading, problem, hasMore: cursor !== null, loadMore: () => load(entries ?? [], cursor), reload: () => load([], null) }
}

function errorToProblem(error: unknown): RefusedPages['problem'] {
  if (!(error instanceof AppError)) return { kind: 'offline', message: t.listOffline() }
  return { kind: error.code === 'FORBIDDEN' ? 'denied' : 'failed', message: error.message }
}

const title = t.notAccepted()
const deniedText = t.denied()
const noEntries: readonly RefusedChangeEntry[] = []

/** Refused changes of all members of the shop, so that a lost device loses nothing; needs `view_activity`. */
export function RefusedChangesView({ shop }: { shop: BootstrapShop }) {
  const { hasPrivilege } = useAuth()
  return (
    <section aria-label={title} className="flex min-h-full flex-col sm:h-full">
      {hasPrivilege('view_activity') ? (
        <Loaded shop={shop} />
      ) : (
        <>
          <h1 className="sr-only">{title}</h1>
          <EmptyState icon={<Lock />} title={deniedText} />
        </>
      )}
    </section>
  )
}

function Loaded({ shop }: { shop: BootstrapShop }) {
  const pages = useRefusedPages(shop.id)
  const known = useKnownRows(pages.entries ?? noEntries)
  useReloadWhenBack(pages)
  return (
    <>
      <PageHeader
        title={title}
        aside={<p className="text-sm text-muted">{t.viewText()}</p>}
        // An empty failed list has "Try again" in the same position.
        actions={
          pages.entries === undefined && pages.problem !== undefined ? undefined : (
            <>
              {pages.entries !== undefined && pages.entries.length > 0 && (
                <CsvButton shopId={shop.id} what={title} read={() => refusedToTable((pages.entries ?? []).map((entry) => entryToLine(entry, known)))} />
              )}
              <Button busy={pages.isLoading && pages.entries !== undefined} onClick={pages.reload}>
                <RefreshCw aria-hidden="true" />
                {t.loadAgain()}
              </Button>
            </>
          )
        }
      />
      <Content shop={shop} pages={pages} known={known} />
    </>
  )
}

function Content({ shop, pages, known }: { shop: BootstrapShop; pages: RefusedPages; known: KnownRows }) {
  const { entries, problem, hasMore, isLoading, loadMore, reload } = pages
  if (entries === undefined) {
    if (problem === undefined) return <ListSkeleton />
    return <Problem problem={problem} onRetry={reload} />
  }
  if (entries.length === 0 && problem === undefined)
    return <EmptyState icon={<CircleCheck />} title={t.noneRefused({ shop: shop.name })} text={t.noneRefusedText()} />
  return (
    <>
      {problem !== undefined && (
        <p role="status" className="flex items-center gap-3 border-y border-line bg-warn-soft px-4 py-2.5 text-warn-ink">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {problem.kind === 'offline' ? t.loadOffline() : problem.message}
        </p>
      )}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard
        tabIndex={0}
        role="region"
        aria-label={t.listLabel()}
        className="min-h-0 flex-1 overflow-y-auto border-t border-line focus-visible:-outline-offset-2"
      >
        <ul>
          {entries.map((entry) => (
            <RefusedEntryItem key={entry.id} entry={entry} known={known} />
          ))}
        </ul>
        {hasMore && (
          <div className="flex justify-center p-3">
            <Button busy={isLoading} onClick={loadMore}>
              {t.loadOlder()}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function RefusedEntryItem({ entry, known }: { entry: RefusedChangeEntry; known: KnownRows }) {
  const { typedAt, refusedAt, ops, unreadable } = entry
  const { dateTime } = known.words
  const { author, heading, reason } = describeEntry(entry, known)
  const parts = changeToParts(ops, known.words)
  const facts = [t.by({ name: author }), typedAt === null ? undefined : t.typed({ time: dateTime(typedAt) }), t.refused({ time: dateTime(refusedAt) })].filter(
    (fact) => fact !== undefined,
  )
  const copy = () =>
    runAction({
      run: () =>
        navigator.clipboard.writeText(
          partsToText(heading, [`${changeToFailureTitle(ops)}. ${reason.what}`, facts.join(', '), ...(unreadable === null ? [] : [unreadable])], parts),
        ),
      success: t.copied(),
      failure: t.copyFailed(),
    })
  return (
    <li className="border-b border-line bg-surface px-4 py-3">
      <article aria-label={heading} className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-64 flex-1">
          <h2 className="font-semibold wrap-anywhere">{heading}</h2>
          <p className="text-sm text-muted">
            {facts.map((fact, index) => (
              <span key={fact}>
                <span className="inline-block">{index < facts.length - 1 ? `${fact},` : fact}</span>{' '}
              </span>
            ))}
          </p>
          <p className="text-warn-ink">{reason.what}</p>
          {reason.server !== undefined && <p className="text-sm text-muted">{t.serverSaid({ text: reason.server })}</p>}
        </div>
        <Button className="px-3 max-sm:order-last max-sm:mt-1" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {common.copy()}
        </Button>
        <div className="basis-full">
          <TypedParts parts={parts} />
          {unreadable !== null && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, and must be reached with the keyboard
            <pre tabIndex={0} className="mt-1.5 max-h-56 overflow-auto rounded-sm bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
              {unreadable}
            </pre>
          )}
        </div>
      </article>
    </li>
  )
}

function describeEntry(entry: RefusedChangeEntry, known: KnownRows) {
  const { id, user, ops, error } = entry
  const author = user === null ? t.removedPerson() : user.name?.trim() || user.login_id
  const reason = refusalToReason({ id, ops, error }, { ...known, author, isMember: wasMember(entry), canEdit: false })
  return { author, heading: changeToHeading(ops, known.words), reason }
}

function entryToLine(entry: RefusedChangeEntry, known: KnownRows): RefusedLine {
  const { typedAt, refusedAt, ops, unreadable } = entry
  const { author, heading, reason } = describeEntry(entry, known)
  const typed = [partsToText('', [], changeToParts(ops, known.words)), unreadable].filter((text) => text !== null && text !== '').join('\n')
  return { typedAt, refusedAt, author, heading, reason: [reason.what, reason.server].filter((text) => text !== undefined).join(' '), typed: typed.trim() }
}

/** FORBIDDEN for a member needs an op with a privilege; otherwise the author was no member. */
const wasMember = ({ error, ops }: RefusedChangeEntry): boolean =>
  error.code !== 'FORBIDDEN' ||
  ops.some((op) => op.action === 'delete' || op.action === 'restore' || op.collection === 'employees' || op.collection === 'checklist_items')

const stateByProblem = {
  offline: {
    icon: <CloudOff />,
    title: t.listOfflineTitle(),
    text: t.listOfflineText(),
  },
  denied: { icon: <Lock />, title: deniedText, text: undefined },
  failed: { icon: <TriangleAlert />, title: t.listNotLoaded(), text: undefined },
} as const

function Problem({ problem, onRetry }: { problem: NonNullable<RefusedPages['problem']>; onRetry: () => void }) {
  const { icon, title: heading, text } = stateByProblem[problem.kind]
  return (
    <EmptyState
      icon={icon}
      title={heading}
      text={text ?? (problem.kind === 'failed' ? problem.message : undefined)}
      action={problem.kind === 'denied' ? undefined : <Button onClick={onRetry}>{common.tryAgain()}</Button>}
    />
  )
}

/** Reload when the network returns after a failed first load. */
function useReloadWhenBack({ problem, reload }: RefusedPages): void {
  const isOffline = useIsOffline()
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline && problem?.kind === 'offline') reload()
    wasOffline.current = isOffline
  }, [isOffline, problem, reload])
}

const widths = [44, 61, 38, 52]

function ListSkeleton(): ReactNode {
  return (
    <div aria-busy="true" className="border-t border-line">
      <p role="status" className="px-4 py-2 text-muted">
        {t.loadingRefused()}
      </p>
      {widths.map((width) => (
        <div key={width} aria-hidden="true" className="flex h-28 flex-col justify-center gap-2 border-b border-line bg-surface px-4">
          <div style={{ width: `${width}%` }}>
            <Skeleton />
          </div>
          <Skeleton className="w-56" />
          <Skeleton className="w-full" />
        </div>
      ))}
    </div>
  )
}

/** A row of the CSV; `typed` holds all values, one per line. */
type RefusedLine = { typedAt: string | null; refusedAt: string; author: string; heading: string; reason: string; typed: string }

export const refusedToTable = (lines: readonly RefusedLine[]): CsvTable => ({
  header: ['Typed', 'Refused', 'By', 'Change', 'Reason', 'What was typed'],
  rows: lines.map(({ typedAt, refusedAt, author, heading, reason, typed }) => [typedAt ?? '', refusedAt, author, heading, reason, typed]),
})
