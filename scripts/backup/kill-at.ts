import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded (`node --import`): kills the process at the step named by KILL_AT, so that a test need not time the kill.

/** `before open .restoring`: when such a file is opened that already exists. */
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
