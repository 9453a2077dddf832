/** A move cannot go on; the message is for the person at the keyboard. Nothing was changed at the end that is moved from. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
