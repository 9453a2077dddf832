import { portalConfigFields } from '#schema/api/portal-config.ts'

/** Limits of the portal's text messages; '' is the default. */
export type PortalMessagesForm = { countryCodes: string; dailyMessages: string }

type Stored = { portalCountryCodes?: readonly string[] | undefined; portalDailyMessages?: number | undefined }

export const portalMessagesToForm = ({ portalCountryCodes, portalDailyMessages }: Stored): PortalMessagesForm => ({
  countryCodes: portalCountryCodes?.join(', ') ?? '',
  dailyMessages: portalDailyMessages === undefined ? '' : String(portalDailyMessages),
})

export type PortalMessagesProblems = { [Name in keyof PortalMessagesForm]?: string }
type Body = { portalCountryCodes: string[] | null; portalDailyMessages: number | null }

/** The configuration fields, or errors per field. */
export function formToPortalMessages({
  countryCodes,
  dailyMessages,
}: PortalMessagesForm): { body: Body; problems?: undefined } | { body?: undefined; problems: PortalMessagesProblems } {
  const codes = countryCodes.split(/[\s,;]+/).filter((code) => code !== '')
  const parsedCodes = portalConfigFields.portalCountryCodes.safeParse(codes.length === 0 ? null : codes)
  const digits = dailyMessages.trim()
  const parsedMessages = portalConfigFields.portalDailyMessages.safeParse(digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : digits)
  if (parsedCodes.success && parsedMessages.success)
    return { body: { portalCountryCodes: parsedCodes.data ?? null, portalDailyMessages: parsedMessages.data ?? null } }
  return {
    problems: {
      ...(parsedCodes.error && { countryCodes: parsedCodes.error.issues[0]?.message ?? '' }),
      ...(parsedMessages.error && { dailyMessages: parsedMessages.error.issues[0]?.message ?? '' }),
    },
  }
}
