/** Input of a form outside its fields, such as files; stored, asked about and discarded together with the fields. */
export type BesideForm = {
  hasSome: boolean
  /** Calls back after each change; returns an unsubscribe function. */
  watch: (onChange: () => void) => () => void
  discard: () => void
}
