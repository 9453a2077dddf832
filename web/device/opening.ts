/** Why a device is not open yet: an older version in another tab still holds the data, or rows are brought into this version's shape. */
export type OpeningStep = { step: 'blocked' } | { step: 'updating'; done: number; total: number }
