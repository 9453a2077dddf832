/** What is added to a form beside its fields, such as files; it is kept, asked about and let go with what is typed. */
export type BesideForm = {
  hasSome: boolean
  /** Calls back after what there is has changed; gives what stops that. */
  watch: (onChange: () => void) => () => void
  discard: () => void
}
