import { isUuid } from '../../values/uuid.ts'

type Issue = { path: string; message: string }

const mark = 'mergedInto.'

/** Says in a refusal who took over the customer. */
export const toMergedIssue = ({ id, name }: { id: string; name: string }): Issue => ({ path: mark + id, message: name })

/** Who took over the customer that a refused change is for; undefined where nobody did. */
export function readMergedIssue(issues: readonly Issue[] = []): { id: string; name: string } | undefined {
  for (const { path, message } of issues) {
    const id = path.slice(-36)
    // Before it may stand the op's place in the mutation.
    if (path.endsWith(mark + id) && isUuid(id)) return { id, name: message }
  }
  return undefined
}
