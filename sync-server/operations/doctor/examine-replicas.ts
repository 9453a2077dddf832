import type { ReplicaFacts } from '../../db/engines/read-targets.ts'
import { lookAtReplicas } from '../../db/look-only.ts'
import { toReason, type Finding } from './finding.ts'

const about = 'Replica'
const goOn = 'Reads go to the database until it does.'

/** Whether each replica can be read, one line each. */
export async function examineReplicas(url: string, readUrls: readonly string[]): Promise<Finding[]> {
  if (readUrls.length === 0) return []
  try {
    return (await lookAtReplicas(url, readUrls)).map(factsToFinding)
  } catch (error) {
    return [{ state: 'warn', about, text: `cannot be compared with the database: ${toReason(error)}` }]
  }
}

function factsToFinding({ name, state, reason, lagBytes }: ReplicaFacts): Finding {
  switch (state) {
    case 'ready':
    case 'behind':
      return { state: 'ok', about, text: `${name} follows, ${lagBytes ?? 0} bytes of the journal behind` }
    case 'other':
      return { state: 'fail', about, text: `${name} cannot be read: ${reason}. Correct DATABASE_READ_URL; the server does not start with it.` }
    case 'alone':
      return { state: 'warn', about, text: `${name} is not read: ${reason}. Make it follow the database again, or take it out of DATABASE_READ_URL.` }
    case 'away':
      return { state: 'warn', about, text: `${name} does not answer (${reason}). ${goOn}` }
  }
}
