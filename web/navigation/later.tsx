import { CloudDownload } from 'lucide-react'
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/spinner.tsx'
import { createPart } from './parts.ts'

/** What shows while the code loads; `retry`: loading failed. */
type Stand<Props> = (props: Props, retry: (() => void) | undefined) => ReactNode

/**
 * A component whose code loads when it first shows, or earlier (`fetchPartsAhead`); then it renders at once, without an
 * intermediate state.
 */
function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  stand: Stand<Props>,
  isAsked: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  const part = createPart(load)
  const fetch = (): void => void part.fetch()
  return function Later(props) {
    const { loaded, hasFailed } = useSyncExternalStore(part.subscribe, part.read)
    const isWanted = isAsked(props)
    useEffect(() => {
      if (!isWanted) return undefined
      fetch()
      window.addEventListener('online', fetch)
      return () => window.removeEventListener('online', fetch)
    }, [isWanted])
    return loaded === undefined ? stand(props, hasFailed ? fetch : undefined) : createElement(loaded, props)
  }
}

export const laterView = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, retry) => (retry === undefined ? <PageSpinner /> : <Missing retry={retry} />))

/** A dialog: invisible until loaded, and not fetched while closed. */
export const laterDialog = <Props extends { onClose: () => void; open?: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    ({ onClose, open = true }, retry) => (retry === undefined || !open ? null : <MissingDialog retry={retry} onClose={onClose} />),
    ({ open = true }) => open,
  )

export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, (_, retry) => (retry === undefined ? null : <Missing retry={retry} />))

/** A part without a placeholder that does not request its own code: it mounts once `fetchPartsAhead` has loaded it. */
export const quietPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(
    load,
    () => null,
    () => false,
  )

function Missing({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={<CloudDownload />}
      title="This part of the app is not on this device yet"
      text="It comes by itself as soon as there is a connection. What you saved is safe."
      action={
        <>
          <Button onClick={retry}>Try again</Button>
          {/* After an update the server has only the new version's parts. */}
          {navigator.onLine && <Button onClick={() => window.location.reload()}>Load the page again</Button>}
        </>
      }
    />
  )
}

/** The browser's own dialog, because the kit's is itself loaded on demand. */
function MissingDialog({ retry, onClose }: { retry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Not on this device yet"
      onClose={onClose}
      className="m-auto rounded-md border border-line bg-surface text-ink shadow-float"
    >
      <Missing retry={retry} />
      <div className="flex justify-end p-4">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
