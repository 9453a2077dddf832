/** Whether a client's If-None-Match names what would be answered: then it has it already. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, ''))) === true
