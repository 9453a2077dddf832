import type { Session, SessionChange } from './session-types.ts'

/** Who is signed in on this browser, by the tab that said so last; '' after a sign-out. */
const whoKey = 'mainspring-who'

const tickMs = 1_000
/** A page whose clock stood still for so long was frozen, or its device slept. */
const gapMs = 5_000
/** What another tab stored while this one stood still may take a moment to reach it. */
const secondLookMs = 150

/** Written by the tab in which somebody signs in or out, before any other is told. */
export function noteWho(change: SessionChange): void {
  saidHere = change.type === 'signed-in' ? change.userId : ''
  writeWho(saidHere)
}

/** This page mutations by itself upon what it said. */
let saidHere: string | undefined

/**
 * A tab that wakes looks who is signed in on this browser before it shows anything: messages that were sent to it meanwhile may come
 * late. Somebody else's, or nobody's, and it leaves as it would have then.
 */
export function watchWakes(session: Session): void {
  const cover = createCover()
  let lastTick = readClocks()
  let isKnown = false
  let waking: ReturnType<typeof setTimeout> | undefined

  // The first word of a page that was just loaded is newer than any mark.
  session.store.subscribe(({ status, user }) => {
    if (isKnown || status !== 'signed-in' || user === null) return
    isKnown = true
    writeWho(user.id)
  })

  /** False when this page is not for who is signed in now; it is leaving then. */
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
  // From here on nothing runs, and what is on the screen stays there until something does.
  document.addEventListener('freeze', () => cover.show())
  window.addEventListener('pagehide', ({ persisted }) => persisted && cover.show())
  document.addEventListener('resume', wake)
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake())
}

/** Sleep stops one of them in some browsers; setting the clock moves the other. */
const readClocks = (): { monotonic: number; wall: number } => ({ monotonic: performance.now(), wall: Date.now() })

/** Plain, over everything, and takes no focus away from what is under it. */
function createCover(): { show: () => void; hide: () => void } {
  const element = document.createElement('div')
  element.dataset['wakeCover'] = ''
  element.popover = 'manual'
  return {
    show() {
      // Anew, so that it lies on top of what was opened since.
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
    // Storage is forbidden or full: the message between the tabs has to do.
  }
}
