import type { Session, SessionChange } from './session-types.ts'

/** Key of the signed-in user's id, as the last tab wrote it; '' after a sign-out. */
const whoKey = 'mainspring-who'

const tickMs = 1_000
/** A longer gap between two ticks means that the page was frozen or the device slept. */
const gapMs = 5_000
/** Another tab's write to localStorage may become visible with a delay, so a woken page checks again after this time. */
const secondLookMs = 150

/** Call in the tab that signs in or out, before it messages the other tabs. */
export function noteWho(change: SessionChange): void {
  saidHere = change.type === 'signed-in' ? change.userId : ''
  writeWho(saidHere)
}

/** This page's own last write, whose change it has already handled. */
let saidHere: string | undefined

/**
 * Makes a waking tab check who is signed in on this browser before it shows anything, because other tabs' messages may
 * arrive late. A changed user or a sign-out is handled like the message.
 */
export function watchWakes(session: Session): void {
  const cover = createCover()
  let lastTick = readClocks()
  let isKnown = false
  let waking: ReturnType<typeof setTimeout> | undefined

  // A newly loaded page's identity is newer than the stored one.
  session.store.subscribe(({ status, user }) => {
    if (isKnown || status !== 'signed-in' || user === null) return
    isKnown = true
    writeWho(user.id)
  })

  /** False when another user is signed in than this page's; it navigates away then. */
  const look = (): boolean => {
    const who = readWho()
    const { status, user } = session.store.getState()
    if (!isKnown || who === null || who === saidHere || (status === 'signed-in' && user?.id === who)) return true
    if (status === 'signed-out') return true
    cover.show()
    if (status === 'signed-in') session.onOtherTab(who === '' ? { type: 'signed-out' } : { type: 'signed-in', userId: who })
    return false
  }

  const wake = (): void => {
    lastTick = readClocks()
    if (waking !== undefined) return
    cover.show()
    look()
    waking = setTimeout(() => {
      waking = undefined
      if (look()) cover.hide()
    }, secondLookMs)
  }

  const tick = (): void => {
    const now = readClocks()
    const isGap = Math.max(now.monotonic - lastTick.monotonic, now.wall - lastTick.wall) > gapMs
    lastTick = now
    if (isGap) wake()
  }

  setInterval(tick, tickMs)
  const onShown = (): void => {
    if (document.visibilityState !== 'visible') return
    tick()
    look()
  }
  document.addEventListener('visibilitychange', onShown)
  window.addEventListener('focus', onShown)
  // A frozen page runs no code, so cover it beforehand, or the old contents show at waking.
  document.addEventListener('freeze', () => cover.show())
  window.addEventListener('pagehide', ({ persisted }) => persisted && cover.show())
  document.addEventListener('resume', wake)
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake())
}

/** Both clocks: in some browsers sleep stops the monotonic one, and setting the clock moves the wall clock. */
const readClocks = (): { monotonic: number; wall: number } => ({ monotonic: performance.now(), wall: Date.now() })

/** An empty cover over the whole page that does not take the focus. */
function createCover(): { show: () => void; hide: () => void } {
  const element = document.createElement('div')
  element.dataset['wakeCover'] = ''
  element.popover = 'manual'
  return {
    show() {
      // Append it again, so that it covers popovers and dialogs opened since.
      element.remove()
      document.body.append(element)
      element.showPopover?.()
    },
    hide: () => element.remove(),
  }
}

function readWho(): string | null {
  try {
    return localStorage.getItem(whoKey)
  } catch {
    return null
  }
}

function writeWho(who: string): void {
  try {
    localStorage.setItem(whoKey, who)
  } catch {
    // Without storage only the messages between tabs remain.
  }
}
