/** Any version, lower case. Separate file, so that pages that only parse addresses do not load zod. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidPattern.test(text.toLowerCase())
