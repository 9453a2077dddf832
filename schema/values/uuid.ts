/** A uuid of any version in lower case. In a file of its own, so that pages that only read addresses carry no zod. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidPattern.test(text.toLowerCase())
