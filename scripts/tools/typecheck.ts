import { spawnSync } from 'node:child_process'
import path from 'node:path'

const PROJECTS = ['schema', 'sync-server', 'scripts', 'web', 'web/tsconfig.test.json', 'web/e2e']

const root = path.dirname(path.dirname(import.meta.dirname))
const failedProjects = PROJECTS.filter((project) => {
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], { cwd: root, stdio: 'inherit' })
  return status !== 0
})
if (failedProjects.length > 0) {
  console.error(`Type errors in: ${failedProjects.join(', ')}`)
  process.exitCode = 1
}
