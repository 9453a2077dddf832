/** Whether the client's If-None-Match matches, so that 304 suffices. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, ''))) === true
