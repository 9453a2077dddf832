import { v7 } from 'uuid'
import { browserLocks, browserNotes, openBrowserChannel, type Ports, timerWait, watchBrowserWakeUps } from './ports.ts'

/** The browser's implementations for all ports that are not given. */
export const fillPorts = (given: Partial<Ports>): Ports => ({
  locks: given.locks ?? browserLocks(),
  openChannel: given.openChannel ?? openBrowserChannel,
  notes: given.notes ?? browserNotes(),
  clock: given.clock ?? (() => new Date()),
  monotonic: given.monotonic ?? (() => performance.now()),
  newId: given.newId ?? v7,
  random: given.random ?? Math.random,
  wait: given.wait ?? timerWait,
  watchWakeUps: given.watchWakeUps ?? watchBrowserWakeUps,
})
