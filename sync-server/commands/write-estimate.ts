import type { RowValues } from '#schema/api/rows.ts'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { AppError } from '#schema/errors.ts'
import { findEstimateIssue } from '#schema/rules/estimates/estimate-states.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from '../store/caller.ts'
import { updateRow } from '../store/write-rows.ts'

/**
 * Changes the given fields. The server counts `total` and `version`: a draft passes them over, so that a row may be
 * sent back as it was read.
 * @throws AppError CONFLICT for another total or version of an estimate that was sent
 */
export async function updateEstimate(
  services: Services,
  caller: WriteCaller,
  shopId: string,
  id: string,
  { total, version, ...values }: RowValues,
): Promise<Estimate> {
  const stored = total === undefined && version === undefined ? undefined : await findRow(services.reader, 'estimates', shopId, id)
  if (stored !== undefined && stored.state !== 'draft') {
    const issue = findEstimateIssue(stored, { ...stored, ...(total !== undefined && { total }), ...(version !== undefined && { version }) })
    if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
  }
  return updateRow(services, caller, shopId, 'estimates', id, values)
}
