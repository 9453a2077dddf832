/** Forms that were left with something typed and not saved. */
export const unfinished = {
  // `form`: what it is, such as "order", and its name; `time`: when it was left.
  one: 'You have an unfinished {form} from {time}.',
  // More than one.
  count: 'You have {count} unfinished forms.',
  // `noun`: what it is, such as "order".
  named: '{noun} “{title}”',
  discarded: 'Unfinished {noun} discarded',
  discard: 'Discard',
  continue: 'Continue',
  show: 'Show',
  title: 'Unfinished forms',
  lead: 'Typed but not saved. It stays on this device for 30 days.',
  gone: 'It was deleted in the meantime. What you typed can be copied.',
  copyText: 'Copy the text',
  // A button: to the form in another shop.
  goTo: 'Go to {shop}',
}
