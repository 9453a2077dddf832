// First step of every `npm run`. Plain JavaScript without dependencies, because it runs on any Node from 20 before
// anything is installed. Installs, builds if needed, and starts the pinned Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE_MAJOR = 20
/** Oldest Node that runs TypeScript directly, for when the pinned one could not be installed. */
const OLDEST_NODE_TO_RUN = [22, 18]
const VERBS = [
  'demo',
  'dev',
  'start',
  'test',
  'check',
  'import',
  'export',
  'bench',
  'simulate',
  'backup',
  'restore',
  'move-to-postgres',
  'move-to-sqlite',
  'doctor',
  'build',
  'pack',
  'new-migration',
  'new-collection',
]
const VERBS_THAT_SERVE_THE_APP = ['demo', 'start', 'bench', 'pack']
/** These run without dev dependencies, if the app is built. */
const VERBS_IN_PRODUCTION = ['start', 'import', 'export', 'backup', 'restore', 'move-to-postgres', 'move-to-sqlite', 'doctor']

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const pinnedNode = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
// Progress goes to stderr, so that stdout holds only the verb's output.
const toStderr = ['ignore', 2, 2]
// Written by `npm run pack`: a release has a built app and no build tools.
const isRelease = existsSync(path.join(root, 'release.json'))
const buildScript = path.join(root, 'scripts', 'tools', 'build-web.mjs')
const toScript = (verb) => (verb === 'build' ? buildScript : path.join(root, 'scripts', verb === 'export' ? 'shop-data' : '', `${verb}.ts`))
const installStamp = path.join(modules, '.mainspring-lock-hash')

process.exitCode = await main(process.argv.slice(2))

async function main([verb = '', ...args]) {
  const nodeMajor = Number(process.versions.node.split('.')[0])
  if (nodeMajor < OLDEST_NODE_MAJOR) {
    return fail(verb, `Mainspring needs Node ${OLDEST_NODE_MAJOR} or newer, but this is ${process.version}. Get one from https://nodejs.org`)
  }
  const script = toScript(verb)
  if (!VERBS.includes(verb) || !existsSync(script)) {
    const known = VERBS.filter((name) => existsSync(toScript(name)))
    return fail(verb, `Usage: node scripts/bootstrap.mjs <${known.join('|')}> [arguments]`)
  }

  if (!isInstalled() && !(await isReadyForProduction(verb))) {
    say('Installing dependencies (npm ci) …')
    const exitCode = await install()
    if (exitCode !== 0) return fail(verb, `npm ci failed with exit code ${exitCode}; its own messages are above.`)
    say('Dependencies are installed.')
  }
  const node = findNode()
  if (node === undefined)
    return fail(
      verb,
      `Mainspring runs on Node ${OLDEST_NODE_TO_RUN.join('.')} or newer, but this is ${process.version}, and the one of its own is not installed. Run npm ci --omit=dev with scripts allowed.`,
    )
  if (VERBS_THAT_SERVE_THE_APP.includes(verb) && !isRelease) {
    const exitCode = await run(node, [buildScript, '--if-stale'], toStderr)
    if (exitCode !== 0) return fail(verb, 'The web app could not be built; the reason is above.')
  }
  return run(node, [script, ...args], 'inherit')
}

function findNode() {
  if (existsSync(pinnedNode)) return pinnedNode
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE_TO_RUN
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) ? process.execPath : undefined
}

/** After `npm ci --omit=dev`: enough for a server if nothing needs building. */
async function isReadyForProduction(verb) {
  if (!VERBS_IN_PRODUCTION.includes(verb) || findNode() === undefined || !hasInstalledEveryLockedPackage({ omitsDev: true })) return false
  return isRelease || verb !== 'start' || (await run(process.execPath, [buildScript, '--is-fresh'], toStderr)) === 0
}

function isInstalled() {
  if (!existsSync(pinnedNode)) return false
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8').trim() === lockHash()) return true
  if (!hasInstalledEveryLockedPackage()) return false
  writeFileSync(installStamp, `${lockHash()}\n`)
  return true
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

/** Also true after a plain `npm install`, which writes no stamp: compares npm's record of node_modules. */
function hasInstalledEveryLockedPackage({ omitsDev = false } = {}) {
  const record = path.join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([place, { version, optional, dev, devOptional }]) => {
    if (place === '') return true
    const found = installed[place]
    return found ? found.version === version : Boolean(optional || devOptional || (omitsDev && dev))
  })
}

async function install() {
  // Building needs dev dependencies even with NODE_ENV=production.
  const options = ['ci', isRelease ? '--omit=dev' : '--include=dev', '--no-audit', '--no-fund']
  const npmCli = process.env.npm_execpath
  const [command, args] = npmCli?.endsWith('.js') ? [process.execPath, [npmCli, ...options]] : ['npm', options]
  let exitCode = await run(command, args, toStderr)
  if (exitCode !== 0 && exitCode < 128) {
    say('npm ci failed; trying once more, in case the network was the reason …')
    exitCode = await run(command, args, toStderr)
  }
  if (exitCode !== 0) return exitCode
  if (findNode() === undefined) {
    say('The pinned Node is missing: its install script did not run. Run `npm rebuild node` with scripts allowed.')
    return 1
  }
  writeFileSync(installStamp, `${lockHash()}\n`)
  return 0
}

/** Forwards signals; returns the exit code (128 + n after signal n). */
function run(command, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio,
      shell: process.platform === 'win32' && command === 'npm',
      env: {
        ...process.env,
        INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
        PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH}`,
      },
    })
    const forward = (signal) => {
      // In a terminal Ctrl-C reaches the child directly; forwarding would send it twice.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const stopWatching = whenNpmIsGone(() => child.kill('SIGTERM'))
    const finish = (exitCode) => {
      stopWatching()
      for (const signal of signals) process.off(signal, forward)
      resolve(exitCode)
    }
    child.on('error', (error) => {
      say(`${command} cannot be started: ${error.message}`)
      finish(127)
    })
    child.on('close', (exitCode, signal) => finish(exitCode ?? 128 + (os.constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}

/** A signal to npm ends npm and its shell without reaching this process: only the parent's pid changes. */
function whenNpmIsGone(callback) {
  const parentPid = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    callback()
  }, 500)
  return () => clearInterval(timer)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(verb, line) {
  say(line)
  // The last line is always a count, even if the tests could not start.
  if (verb === 'test' || verb === 'check') process.stdout.write('0 passed, 1 failed\n')
  return 1
}
