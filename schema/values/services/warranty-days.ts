export const warrantyMaxDays = 3650

export const warrantyDaysOptions = { invalid: `Warranty days must be a whole number from 0 to ${warrantyMaxDays}`, min: 0, max: warrantyMaxDays } as const
