/** A move cannot continue; the message is for the operator. The source is unchanged. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
