import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before a script of this folder (`node --import`): kills the process at the step that KILL_AT names, so that a test need not be
// quick enough to see the step pass.

/** `before open .restoring` is the first time that such a file is opened which exists already. */
const [when = '', act = '', ending = ''] = (process.env['KILL_AT'] ?? '').split(' ')
const { open, rename } = fs.promises

function kill(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('Still alive after SIGKILL')
}

fs.promises.open = (async (file: string, flags: string, mode: number) => {
  if (act === 'open' && flags === 'r+' && file.endsWith(ending)) kill()
  return open(file, flags, mode)
}) as typeof open

fs.promises.rename = async (from, to) => {
  const isIt = act === 'rename' && String(from).endsWith(ending)
  if (isIt && when === 'before') kill()
  await rename(from, to)
  if (isIt) kill()
}

syncBuiltinESMExports()
