import { spawn } from 'node:child_process'
import path from 'node:path'

const PROJECTS = ['schema', 'sync-server', 'scripts', 'web', 'web/tsconfig.test.json', 'web/e2e']

const root = path.dirname(path.dirname(import.meta.dirname))
const cache = path.join(root, 'node_modules', '.cache', 'types')
const failedProjects: string[] = []
for (const project of PROJECTS) if ((await checkTypes(project)) !== 0) failedProjects.push(project)
if (failedProjects.length > 0) {
  console.error(`Type errors in: ${failedProjects.join(', ')}`)
  process.exitCode = 1
}

/** Incremental. Returns the exit code. */
function checkTypes(project: string): Promise<number | null> {
  const buildInfo = path.join(cache, `${project.replaceAll(/[/.]/g, '-')}.tsbuildinfo`)
  const args = ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', buildInfo]
  return new Promise((resolve, reject) => {
    spawn(path.join(root, 'node_modules/.bin/tsc'), args, { cwd: root, stdio: 'inherit' }).on('error', reject).on('close', resolve)
  })
}
