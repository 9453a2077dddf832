import type { Session, SessionChange } from './session-types.ts'

/** Key of the signed-in user's id, as the last tab wrote it; '' after a sign-out. */
const whoKey = 'mainspring-who'

const tickMs = 1_000
/** A gap between two ticks longer than this means that the page was frozen or the device slept. */
const gapMs = 5_000
/** Another tab's write to localStorage may become visible with a delay, so a woken page checks again after this time. */
const secondLookMs = 150

/** To be called by the tab in which somebody signs in or out, before it messages the other tabs. */
export function noteWho(change: SessionChange): void {
  saidHere = change.type === 'signed-in' ? change.userId : ''
  writeWho(saidHere)
}

/** What this page wrote itself; it has already handled that change. */
let saidHere: string | undefined

/**
 * Makes a tab that wakes check who is signed in on this browser before it shows anything, because messages of other tabs may
 * arrive late. If another user or nobody is signed in, it handles that like the message.
 */
export function watchWakes(session: Session): void {
  const cover = createCover()
  let lastTick = readClocks()
  let isKnown = false
  let waking: ReturnType<typeof setTimeout> | undefined

  // The identity of a page that has just loaded is newer than the stored one.
  session.store.subscribe(({ status, user }) => {
    if (isKnown || status !== 'signed-in' || user === null) return
    isKnown = true
    writeWho(user.id)
  })

  /** False when this page belongs to another user than the signed-in one; it navigates away then. */
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
  // A frozen page runs no code, so the cover must be on the screen before, or the old contents show at waking.
  document.addEventListener('freeze', () => cover.show())
  window.addEventListener('pagehide', ({ persisted }) => persisted && cover.show())
  document.addEventListener('resume', wake)
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake())
}

/** Both clocks, because in some browsers sleep stops the monotonic one, and setting the clock moves the wall clock. */
const readClocks = (): { monotonic: number; wall: number } => ({ monotonic: performance.now(), wall: Date.now() })

/** An empty cover over the whole page that does not take the focus. */
function createCover(): { show: () => void; hide: () => void } {
  const element = document.createElement('div')
  element.dataset['wakeCover'] = ''
  element.popover = 'manual'
  return {
    show() {
      // Shown again from the start, so that it lies on top of popovers and dialogs that opened since.
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
    // Storage is forbidden or full: only the messages between the tabs are left.
  }
}
