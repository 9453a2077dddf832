import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, runCommand, say, toAbsolute, toMegabytes } from './tools/command-line.ts'
import { writeRelease } from './release/write-release.ts'

const usage = `Usage: npm run pack [-- --out <folder>]

Makes mainspring-<version>.tar.gz, which runs on a server with Node: unpack it, npm ci --omit=dev, npm start.
--out: the folder for it, and for what it holds; without it dist/release.`

const root = path.dirname(import.meta.dirname)

function readOutDir(): string {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } })
    return values.out === undefined ? path.join(root, 'dist', 'release') : toAbsolute(values.out)
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** `npm run pack`; bootstrap.mjs builds the app first. */
await runCommand(async () => {
  const outDir = readOutDir()
  mkdirSync(outDir, { recursive: true })
  const { name, folder, packages } = writeRelease({ root, webDir: path.join(root, 'dist', 'web'), outDir })
  const archive = path.join(outDir, `${name}.tar.gz`)
  const { status } = spawnSync('tar', ['-czf', archive, '-C', outDir, name], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new CommandError(`tar could not make ${archive}`)
  say(`Packed: ${archive} (${toMegabytes(statSync(archive).size)}, ${packages.length} packages to install)`)
  say(`  the same, not packed: ${folder}`)
})
