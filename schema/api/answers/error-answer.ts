import { z } from 'zod'
import { errorTable, type ErrorBody, type ErrorCode, type Issue } from '../../errors.ts'

/** Schemas of errors. Their types are in `schema/errors.ts`, which pages load and which is therefore free of zod. */

export const errorCodeShape = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]).meta({ id: 'ErrorCode' })

export const issueShape = z
  .strictObject({
    path: z.string().meta({ description: 'The field at fault, such as `phone` or `orderConfig.statusColors`' }),
    message: z.string(),
  })
  .meta({ id: 'Issue' }) satisfies z.ZodType<Issue>

/** Body of every response with status 400 or above. */
export const errorBodySchema = z
  .strictObject({
    code: errorCodeShape,
    message: z.string().meta({ description: 'For a person to read' }),
    issues: z.array(issueShape).min(1).optional().meta({ description: 'The fields at fault, where there are any' }),
    requestId: z.string().min(1).meta({ description: 'Also in the log of the server' }),
  })
  .meta({ id: 'ErrorBody' }) satisfies z.ZodType<ErrorBody>
