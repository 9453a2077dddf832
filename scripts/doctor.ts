import { parseArgs } from 'node:util'
import { examine } from '#server/operations/doctor/examine.ts'
import { CommandError, runCommand, say, toAbsolute } from './tools/command-line.ts'

const usage = `Usage: npm run doctor [-- --data-dir <folder>]

Looks at settings, disk, database, backups, text messages and clock, with the environment that npm start gets. Changes nothing, sends nothing.
Exit code: 0 nothing is wrong, 1 something is, 2 it could not look.`

const labels = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const

function readEnvironment(): NodeJS.ProcessEnv {
  try {
    const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } })
    const dataDir = values['data-dir']
    return dataDir === undefined ? process.env : { ...process.env, DATA_DIR: toAbsolute(dataDir) }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

await runCommand(async () => {
  let failures = 0
  for await (const { state, about, text } of examine({ env: readEnvironment(), now: () => new Date() })) {
    if (state === 'fail') failures += 1
    say(`${labels[state]}  ${about}: ${text}`)
  }
  if (failures > 0) process.exitCode = 1
})
