/** What every form says: saving, discarding, and what others did to the same entry meanwhile. */
export const forms = {
  saving: 'Saving...',
  notSaved: 'Not saved.',
  discardQuestion: 'Discard what you typed?',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  notSavedYet: 'It is not saved yet.',
  draft: 'This is what you typed on {time} and did not save.',
  startOver: 'Start over',
  yes: 'Yes',
  // `reason`: one or two whole sentences.
  refused: 'The server refused this: {reason} Correct it and save; Cancel leaves it under “Needs attention”.',
  missing: 'It may have been deleted, or it has not reached this device yet.',
  copyText: 'Copy the text',
  typed: 'What you typed and did not save:',
  // `text`: the field and its new value.
  changedMeanwhile: 'Changed meanwhile: {text}',
  // Takes the other person's value into the form.
  useIt: 'Use it',
  // `noun`: what it is, such as "order"; it may be any gender.
  deleted: 'This {noun} was deleted in the meantime. What you typed stays here so that you can copy it.',
  notStored: 'This {noun} could not be stored: {reason}. It is kept under “Needs attention”. What you typed stays here so that you can copy it.',
  otherShop: 'This {noun} belongs to {shop}',
  otherShopText: 'The address that you opened names another shop.',
  openThere: 'Open it there',
}
